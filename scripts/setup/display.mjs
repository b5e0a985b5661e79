import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeExit } from './ending.mjs';
import { Stop } from './say.mjs';

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * A virtual screen of our own: `{ name, env, close }`. It takes a key, or anyone with an account on the machine could
 * press keys in it.
 */
export async function openDisplay() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-display-'));
  const key = path.join(folder, 'key');
  fs.writeFileSync(key, authority(randomBytes(16)), { mode: 0o600 });
  // -displayfd picks a free number and reports it once the server answers. -noreset: it must outlive its last window.
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1280x900x24',
    '-nolisten',
    'tcp',
    '-noreset',
    '-auth',
    key,
  ];
  // In a process group of its own, so that Ctrl+C reaches the app first and not the ground under it.
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true });
  const close = () => {
    server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
    release();
  };
  const release = beforeExit(close);
  const name = `:${await displayNumber(server)}`;
  return {
    name,
    env: { DISPLAY: name, XAUTHORITY: key, XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: '' },
    close,
  };
}

function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let number = '';
    let complaint = '';
    const fail = (why) => reject(new Stop(`The virtual display did not start: ${why} ${complaint.trim()}`));
    const limit = setTimeout(() => fail('no answer in 20 s.'), 20_000);
    server.stdio[3].setEncoding('utf8').on('data', (chunk) => {
      number += chunk;
      if (!number.endsWith('\n')) return;
      clearTimeout(limit);
      resolve(number.trim());
    });
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-1000);
    });
    server.on('error', (error) => fail(error.message));
    server.on('exit', (code) => fail(`Xvfb ended with ${code}.`));
  });
}

/** An Xauthority file of one entry that fits every display: family "wild", no address, no number. */
export function authority(cookie) {
  const counted = (data) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    return Buffer.concat([length, data]);
  };
  const empty = Buffer.alloc(0);
  const parts = [empty, empty, Buffer.from('MIT-MAGIC-COOKIE-1'), cookie];
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...parts.map(counted)]);
}
