/** On a machine without a screen `npm start` shows what is there as a picture of the workbench. */
import { app, type BrowserWindow } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import { log } from './log.ts';

const everyMs = 1_000;

export function screenshotWhenAsked(window: BrowserWindow): void {
  const file = process.env.COUNTERSIGN_SCREENSHOT;
  if (app.isPackaged || !file) return;
  const timer = setInterval(() => void take(window, file), everyMs);
  window.on('closed', () => clearInterval(timer));
}

async function take(window: BrowserWindow, file: string): Promise<void> {
  try {
    const image = await window.webContents.capturePage();
    if (!image.isEmpty()) await writeFileAtomic(file, image.toPNG());
  } catch (error) {
    log.error('screenshot', error);
  }
}
