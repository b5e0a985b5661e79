/** The menu as each system has it. It has no reload and no developer tools: a window that answers questions needs neither. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { isForRelease } from './printSecurity.ts';

export type MenuDeps = {
  iconFile: string;
  settings: { trayIcon: boolean; startAtLogin: boolean };
  setTrayIcon: (on: boolean) => void;
  setStartAtLogin: (on: boolean) => void;
  showServersFile: () => void;
  showRecord: () => void;
  exportRecord: () => void;
  showLog: () => void;
  checkForUpdates: () => void;
};

export function setMenu(deps: MenuDeps): void {
  const isMac = process.platform === 'darwin';
  app.setAboutPanelOptions({
    applicationName: 'Countersign',
    applicationVersion: isForRelease() ? app.getVersion() : `${app.getVersion()} (not for release)`,
    version: `Electron ${process.versions.electron}`,
    copyright: 'Apache License 2.0',
    iconPath: deps.iconFile,
  });
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: '&File', submenu: fileMenu(deps, isMac) },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu() },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', label: '&Help', submenu: helpMenu(deps, isMac) },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

const fileMenu = (deps: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] => [
  { label: 'Show servers.json', click: deps.showServersFile },
  { label: 'Show the record', click: deps.showRecord },
  { label: 'Export the record…', click: deps.exportRecord },
  { type: 'separator' },
  {
    label: 'Tray icon while calls run',
    type: 'checkbox',
    checked: deps.settings.trayIcon,
    click: ({ checked }) => deps.setTrayIcon(checked),
  },
  {
    label: 'Start at login',
    type: 'checkbox',
    checked: deps.settings.startAtLogin,
    click: ({ checked }) => deps.setStartAtLogin(checked),
  },
  { type: 'separator' },
  isMac ? { role: 'close' } : { role: 'quit', accelerator: 'CmdOrCtrl+Q' },
];

const viewMenu = (): MenuItemConstructorOptions[] => [
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  { role: 'resetZoom' },
  { type: 'separator' },
  { role: 'togglefullscreen' },
];

const helpMenu = (deps: MenuDeps, isMac: boolean): MenuItemConstructorOptions[] => [
  { label: 'Show the log', click: deps.showLog },
  { label: 'Check for updates…', click: deps.checkForUpdates },
  ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about', label: 'About Countersign' } as const]),
];
