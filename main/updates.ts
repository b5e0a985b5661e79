/**
 * Updates are off until a build names an address for them. Nothing is asked of that address, and nothing is fetched
 * from it, before the person has seen it and said so; each step is asked for itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { app, dialog } from 'electron';
import electronUpdater from 'electron-updater';

type Ask = (message: string, detail: string, yes: string) => Promise<boolean>;

export async function checkForUpdates(parent: BrowserWindow): Promise<void> {
  const ask = asker(dialog, parent);
  const address = releaseAddress();
  if (address === undefined)
    return tell(
      parent,
      'Updates are off.',
      `This build (${app.getVersion()}) names no address to get releases from.`,
    );
  if (!(await ask('Ask for a newer version?', `Countersign would connect to:\n${address}`, 'Ask'))) return;
  const updater = electronUpdater.autoUpdater;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  const found = await updater.checkForUpdates();
  const { version } = found?.updateInfo ?? {};
  if (!found?.isUpdateAvailable || version === undefined)
    return tell(parent, 'There is no newer version.', `You have ${app.getVersion()}.`);
  if (
    !(await ask(
      `Fetch version ${version}?`,
      `You have ${app.getVersion()}. It would come from:\n${address}`,
      'Fetch',
    ))
  )
    return;
  await updater.downloadUpdate();
  if (
    await ask(
      'Install it now?',
      'Countersign quits, which cancels every open question, and starts again.',
      'Install',
    )
  )
    updater.quitAndInstall();
}

/** The packager writes this file where a build has a release address. */
function releaseAddress(): string | undefined {
  const file = path.join(process.resourcesPath, 'app-update.yml');
  if (!app.isPackaged || !fs.existsSync(file)) return undefined;
  return /^url:\s*(\S+)/m.exec(fs.readFileSync(file, 'utf8'))?.[1];
}

const asker =
  ({ showMessageBox }: Pick<Dialog, 'showMessageBox'>, parent: BrowserWindow): Ask =>
  async (message, detail, yes) => {
    const { response } = await showMessageBox(parent, {
      ...{ type: 'question', message, detail, buttons: ['Cancel', yes] },
      ...{ defaultId: 0, cancelId: 0, noLink: true },
    } as const);
    return response === 1;
  };

async function tell(parent: BrowserWindow, message: string, detail: string): Promise<void> {
  await dialog.showMessageBox(parent, { message, detail, buttons: ['OK'], defaultId: 0, cancelId: 0 });
}
