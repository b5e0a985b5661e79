/** The app's manners on the desktop: menu, tray icon, place of the window, start at login. */
import { writeFile } from 'node:fs/promises';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import { messageOf } from '../core/json.ts';
import { exportAudit } from './exportAudit.ts';
import { appIcon } from './icon.ts';
import { log } from './log.ts';
import { startAtLogin } from './loginItem.ts';
import { setMenu } from './menu.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings.ts';
import { TrayIcon } from './tray.ts';
import { checkForUpdates } from './updates.ts';
import { comeToFront, stateOf } from './workbenchWindow.ts';

export type DesktopDeps = {
  workbench: BrowserWindow;
  settings: Settings;
  places: Places;
  openCalls: () => number;
  /** Started at login, without a window: the tray icon is the way to it. */
  hidden: boolean;
  tell: (text: string) => void;
};

export type Desktop = {
  /** Calls began or ended. */
  update: () => void;
  /** Keeps where the window is. */
  close: () => Promise<void>;
};

/** Asks where to; resolves with what the person is told. */
async function exportRecord(workbench: BrowserWindow, audit: string): Promise<string> {
  const { filePath } = await dialog.showSaveDialog(workbench, {
    title: 'Export the record',
    defaultPath: 'countersign-record.csv',
    filters: [
      { name: 'Table (CSV)', extensions: ['csv'] },
      { name: 'As it is (JSON Lines)', extensions: ['jsonl'] },
    ],
  });
  if (filePath === '') return 'The record was not exported.';
  await exportAudit(audit, filePath, filePath.endsWith('.jsonl') ? 'jsonl' : 'csv');
  return `The record was exported to ${filePath}.`;
}

export function makeDesktop({ workbench, settings, places, openCalls, hidden, tell }: DesktopDeps): Desktop {
  const tray = new TrayIcon(
    () => comeToFront(workbench),
    () => app.quit(),
  );
  const tellFailure = (what: string) => (error: unknown) => {
    log.error(what, error);
    tell(`${what} failed: ${messageOf(error)}`);
  };
  const update = () => {
    const count = openCalls();
    const wanted = settings.values.trayIcon && count > 0;
    const text = count === 1 ? 'Countersign: one call is running' : `Countersign: ${count} calls are running`;
    tray.show(wanted ? text : hidden && !workbench.isVisible() ? 'Countersign' : undefined);
  };
  workbench.on('show', update);
  void writeFile(places.icon, appIcon.toPNG()).catch(tellFailure('Writing the icon'));
  setMenu({
    iconFile: places.icon,
    settings: settings.values,
    setTrayIcon: (on) =>
      void settings.change({ trayIcon: on }).then(update, tellFailure('Keeping this setting')),
    setStartAtLogin: (on) =>
      void startAtLogin(on)
        .then(() => settings.change({ startAtLogin: on }))
        .catch(tellFailure('Start at login')),
    showServersFile: () => shell.showItemInFolder(places.servers),
    showRecord: () => shell.showItemInFolder(places.audit),
    exportRecord: () => void exportRecord(workbench, places.audit).then(tell, tellFailure('The export')),
    showLog: () => shell.showItemInFolder(places.log),
    checkForUpdates: () => void checkForUpdates(workbench).catch(tellFailure('Looking for updates')),
  });
  update();
  return {
    update,
    close: async () => {
      tray.show(undefined);
      await settings.change({ window: stateOf(workbench) }).catch(tellFailure('Keeping the window’s place'));
    },
  };
}
