/** Start at login, as each system has it; off until the person switches it on. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { autostartEntry } from '../core/autostart.ts';

export async function startAtLogin(on: boolean): Promise<void> {
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on, args: ['--hidden'] });
  const config = process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
  const file = path.join(config, 'autostart', 'countersign.desktop');
  if (!on) return fs.rm(file, { force: true });
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, autostartEntry(process.env.APPIMAGE ?? process.execPath));
}
