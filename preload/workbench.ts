/** The workbench's bridge: named channels, no raw IPC, nothing that answers a question. */
import { contextBridge, ipcRenderer } from 'electron';
import { type ConversationChanged, conversationMessage } from '../contract/conversation.ts';
import { channelName, type WorkbenchBridge, workbenchMessage } from '../contract/ipc.ts';
import type { WorkbenchView } from '../contract/view.ts';

const bridge: WorkbenchBridge = {
  call: (channel, input) => ipcRenderer.invoke(channelName('workbench', channel), input),
  onChanged: (listener: (view: WorkbenchView) => void) => hear(workbenchMessage, listener),
  onConversation: (listener: (changed: ConversationChanged) => void) => hear(conversationMessage, listener),
};

/** Returns how to stop. */
function hear<T>(message: string, listener: (value: T) => void): () => void {
  const heard = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(message, heard);
  return () => ipcRenderer.off(message, heard);
}

contextBridge.exposeInMainWorld('countersign', bridge);
