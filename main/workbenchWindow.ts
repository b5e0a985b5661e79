/** The workbench: it draws what servers wrote, starts and cancels calls, and can answer nothing. */
import path from 'node:path';
import { app, BrowserWindow, session } from 'electron';
import { workbenchMessage } from '../contract/ipc.ts';
import type { WorkbenchView } from '../contract/view.ts';
import { protectSession, protectWindow, scheme, webPreferences } from './security.ts';

export const workbenchAddress = `${scheme}://workbench/index.html`;

export function makeWorkbench(out: string): BrowserWindow {
  const own = session.fromPartition('workbench');
  protectSession(own, 'workbench', path.join(out, 'renderer/workbench'));
  const window = new BrowserWindow({
    width: 1120,
    height: 760,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Countersign',
    webPreferences: {
      ...webPreferences(own, path.join(out, 'preload/workbench.cjs')),
      devTools: !app.isPackaged,
    },
  });
  protectWindow(window);
  window.once('ready-to-show', () => window.show());
  return window;
}

/** Sends a snapshot at most once in each turn of the event loop, however many changes there were. */
export function makePush(window: BrowserWindow, view: () => WorkbenchView): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      if (!window.isDestroyed()) window.webContents.send(workbenchMessage, view());
    });
  };
}
