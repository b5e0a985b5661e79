/** The workbench's bridge: named channels, no raw IPC, nothing that answers a question. */
import { contextBridge, ipcRenderer } from 'electron';
import { channelName, type WorkbenchBridge, workbenchMessage } from '../contract/ipc.ts';
import type { WorkbenchView } from '../contract/view.ts';

const bridge: WorkbenchBridge = {
  call: (channel, input) => ipcRenderer.invoke(channelName('workbench', channel), input),
  onChanged: (listener) => {
    const heard = (_event: unknown, view: WorkbenchView) => listener(view);
    ipcRenderer.on(workbenchMessage, heard);
    return () => ipcRenderer.off(workbenchMessage, heard);
  },
};

contextBridge.exposeInMainWorld('countersign', bridge);
