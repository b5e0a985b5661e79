/** The workbench: it draws what servers wrote, starts and cancels calls, and can answer nothing. */
import path from 'node:path';
import { app, BrowserWindow, screen, session } from 'electron';
import { workbenchMessage } from '../contract/ipc.ts';
import type { WorkbenchView } from '../contract/view.ts';
import { fitToScreens } from '../core/windowBounds.ts';
import { appIcon } from './icon.ts';
import { protectSession, protectWindow, scheme, webPreferences } from './security.ts';
import type { SettingsValues } from './settings.ts';

export const workbenchAddress = `${scheme}://workbench/index.html`;

const least = { width: 720, height: 480 };

/** `kept` is where the window was last; `hidden` starts it without showing it. */
export function makeWorkbench(out: string, kept: SettingsValues['window'], hidden: boolean): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const bounds = kept.bounds && fitToScreens(kept.bounds, screens, least);
  const own = session.fromPartition('workbench');
  protectSession(own, 'workbench', path.join(out, 'renderer/workbench'));
  const window = new BrowserWindow({
    width: 1120,
    height: 760,
    ...bounds,
    minWidth: least.width,
    minHeight: least.height,
    show: false,
    title: 'Countersign',
    icon: appIcon,
    webPreferences: {
      ...webPreferences(own, path.join(out, 'preload/workbench.cjs')),
      devTools: !app.isPackaged,
    },
  });
  protectWindow(window);
  if (kept.maximized) window.maximize();
  if (!hidden) window.once('ready-to-show', () => window.show());
  return window;
}

/** Sends a snapshot, once there is one, at most once in each turn of the event loop, however many changes there were. */
export function makePush(window: BrowserWindow, view: () => WorkbenchView | undefined): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      const snapshot = view();
      if (snapshot !== undefined && !window.isDestroyed())
        window.webContents.send(workbenchMessage, snapshot);
    });
  };
}

/** Where the window is, to be found there again. */
export const stateOf = (window: BrowserWindow): SettingsValues['window'] => ({
  bounds: window.getNormalBounds(),
  maximized: window.isMaximized(),
});

/** The window in front of the person, wherever it was. */
export function comeToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
