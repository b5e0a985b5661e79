// A person at a screen of their own: an ordinary account without a Node, a display, real keys and a real pointer.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openDisplay } from '../setup/display.mjs';
import { capture, findButton } from './screen.mjs';

/** The accent of the primary button, light and dark. */
const primary = [0x0b5fc7, 0x1f6fe0];

export class Person {
  #apps = [];

  static async make(name) {
    spawnSync('userdel', ['-r', name], { stdio: 'ignore' });
    execFileSync('useradd', ['--create-home', '--shell', '/bin/sh', name]);
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      execFileSync('id', [flag, name], { encoding: 'utf8' }).trim(),
    );
    const home = execFileSync('sh', ['-c', `echo ~${name}`], { encoding: 'utf8' }).trim();
    const display = await openDisplay();
    const key = path.join(home, 'display-key');
    fs.copyFileSync(display.env.XAUTHORITY, key);
    fs.chownSync(key, Number(uid), Number(gid));
    return new Person(name, { uid, gid, home, display, key });
  }

  constructor(name, { uid, gid, home, display, key }) {
    Object.assign(this, { name, uid, gid, home, display });
    // No PATH that leads anywhere, so that no Node is found; everything that the app needs has to be in the package.
    this.env = {
      HOME: home,
      PATH: '/nonexistent',
      LANG: 'C.UTF-8',
      DISPLAY: display.name,
      XAUTHORITY: key,
      USER: name,
    };
    this.tools = { ...process.env, ...display.env };
  }

  get data() {
    return path.join(this.home, '.config', 'Countersign');
  }

  /** Starts a program as this person; its end is awaited by `ended`. */
  start(program, args = [], env = {}) {
    const command = [
      '--reuid',
      this.uid,
      '--regid',
      this.gid,
      '--init-groups',
      '--no-new-privs',
      '--',
      program,
      ...args,
    ];
    const child = spawn('/usr/bin/setpriv', command, {
      cwd: this.home,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const app = { child, output: '', ended: new Promise((resolve) => child.once('exit', resolve)) };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (app.output += text));
    this.#apps.push(app);
    return app;
  }

  log() {
    const file = path.join(this.data, 'audit.jsonl');
    if (!fs.existsSync(file)) return [];
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  logged(fits, what, after = 0) {
    return until(() => this.log().slice(after).find(fits), what);
  }

  xdotool(...args) {
    return execFileSync('xdotool', args, { env: this.tools, encoding: 'utf8' }).trim();
  }

  /** Windows of the app on screen, as `{ id, x, y, width, height }`. */
  windows() {
    const found = spawnSync('xdotool', ['search', '--onlyvisible', '--name', '^Countersign$'], {
      env: this.tools,
      encoding: 'utf8',
    });
    return found.stdout
      .split('\n')
      .filter(Boolean)
      .flatMap((id) => {
        const asked = spawnSync('xdotool', ['getwindowgeometry', '--shell', id], {
          env: this.tools,
          encoding: 'utf8',
        });
        const number = (name) => Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(asked.stdout)?.[1]);
        const window = {
          id,
          x: number('X'),
          y: number('Y'),
          width: number('WIDTH'),
          height: number('HEIGHT'),
        };
        return window.width > 100 ? [window] : [];
      });
  }

  workbench() {
    return until(() => this.windows().find(({ width }) => width > 700), 'no workbench on screen');
  }

  dialog() {
    return until(() => this.windows().find(({ width }) => width < 700), 'no dialog on screen');
  }

  /** Clicks the primary button of a window as soon as it has the colour of one that may be pressed. */
  async clickPrimary(window) {
    this.click(await this.placeOfPrimary(window));
  }

  placeOfPrimary(window) {
    return until(() => findButton(capture(this.tools), primary, window), 'no button that may be pressed');
  }

  click({ x, y }) {
    this.xdotool('mousemove', String(x), String(y), 'click', '1');
  }

  keys(...names) {
    this.xdotool('key', '--delay', '40', ...names);
  }

  type(text) {
    this.xdotool('type', '--delay', '20', text);
  }

  async leave() {
    for (const { child, ended } of this.#apps) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    }
    this.display.close();
    await until(
      () => spawnSync('pgrep', ['-u', this.uid]).status !== 0 || undefined,
      `processes of ${this.name} are left`,
    );
    execFileSync('userdel', ['-r', this.name], { stdio: 'ignore' });
  }
}

/** The first value that is there, looked for again and again; rejects after `limitMs` with what was missing. */
export async function until(find, missing, limitMs = 20_000) {
  const limit = Date.now() + limitMs;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > limit) throw new Error(missing);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
