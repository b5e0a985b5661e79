/**
 * The real app, started as a person's is: sandboxed, on a folder of its own, with the permissions that it asks for
 * given in its own dialogs. A failure leaves a trace and a screenshot of every window.
 */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  _electron,
  test as base,
  type ElectronApplication,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test';
import type { BrowserWindow } from 'electron';
import { type Frame, type From, forge } from './forge.ts';
import { inMain, windowIdOf } from './inMain.ts';

export { expect };

export type Entry = Record<string, unknown>;
export type LogLine = { seq: number; time: string; event: string; [key: string]: unknown };

const project = path.resolve(import.meta.dirname, '..');

export class Countersign {
  private constructor(
    readonly app: ElectronApplication,
    readonly workbench: Page,
    readonly home: string,
    readonly process: ChildProcess,
  ) {}

  /**
   * With `servers`, each entry's permission is asked and given before this resolves, and so are the rules; without, the
   * sample alone runs, on its own rules.
   */
  static async start(
    home: string,
    servers?: Record<string, Entry>,
    rules: readonly Rule[] = allowAll,
  ): Promise<Countersign> {
    if (servers !== undefined) writeServers(home, servers);
    if (servers !== undefined && rules.length > 0) writeRules(home, rules);
    const app = await _electron.launch({
      args: ['.'],
      cwd: project,
      chromiumSandbox: process.env.COUNTERSIGN_WITHOUT_OS_SANDBOX !== '1',
      env: {
        ...(process.env as Record<string, string>),
        ...ownDisplay(),
        COUNTERSIGN_HOME: home,
        NO_AT_BRIDGE: '1',
      },
    });
    await app.context().tracing.start({ screenshots: true, snapshots: true, sources: true });
    const countersign = new Countersign(app, await pageOf(app, 'app://workbench'), home, app.process());
    await expect(countersign.workbench.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (servers !== undefined && rules.some(({ effect }) => effect === 'allow'))
      await countersign.acceptRules();
    for (const name of Object.keys(servers ?? {})) await countersign.allow(name);
    return countersign;
  }

  /** Accepts what policy.json says, in the dialog. */
  async acceptRules(): Promise<void> {
    const dialog = await this.dialog('policy.json has other rules');
    await press(dialog.getByRole('button', { name: 'Accept these rules' }));
    await this.logged((line) => line.event === 'rules accepted');
    await this.noDialogWith('policy.json has other rules');
  }

  /** Sends the call that waits for approval, in the dialog; for how long, where it is named. */
  async approve(tool: string, scope?: RegExp): Promise<void> {
    const dialog = await this.dialog(`Send this call of “${tool}”`);
    if (scope !== undefined) await dialog.getByRole('radio', { name: scope }).check();
    await dialog.locator('#scroll').press('End');
    await press(dialog.getByRole('button', { name: 'Send this call' }));
  }

  async noDialogWith(text: string): Promise<void> {
    await expect
      .poll(async () => {
        const pages = this.app.windows().filter((window) => window.url().startsWith('app://question'));
        const texts = await Promise.all(
          pages.map(async (page) => ((await this.isVisible(page)) ? shownText(page) : '')),
        );
        return texts.some((shown) => shown.includes(text));
      })
      .toBe(false);
  }

  /** Gives the permission that `server` asks for, in the dialog. */
  async allow(server: string): Promise<void> {
    const dialog = await this.dialog(`“${server}”`);
    await press(
      dialog.getByRole('button', { name: /^(Start this program|Connect|Share these folders|Start it)$/ }),
    );
    await this.logged((line) => line.event === 'server ready' && line.server === server);
  }

  /** The question window on screen whose text holds `text`. */
  async dialog(text: string): Promise<Page> {
    return this.until(async () => {
      for (const page of this.app.windows().filter((window) => window.url().startsWith('app://question')))
        if ((await this.isVisible(page)) && (await shownText(page)).includes(text)) return page;
      return undefined;
    }, `no dialog with “${text}”`);
  }

  /** Question windows that are on screen. */
  async dialogs(): Promise<number> {
    const visible = await Promise.all(
      this.app
        .windows()
        .filter((window) => window.url().startsWith('app://question'))
        .map((page) => this.isVisible(page)),
    );
    return visible.filter(Boolean).length;
  }

  async noDialog(): Promise<void> {
    await expect.poll(() => this.dialogs()).toBe(0);
  }

  async isVisible(page: Page): Promise<boolean> {
    try {
      return await this.inWindow(page, (window) => window.isVisible());
    } catch (error) {
      // A window may go between being listed and being asked; then it is not visible.
      if (page.isClosed() || /closed|destroyed|crashed|gone|getOwnerBrowserWindow/.test(String(error)))
        return false;
      throw error;
    }
  }

  /** Runs `run` in main, once, with the window that shows `page`. It may name nothing from outside itself. */
  async inWindow<R>(page: Page, run: (window: BrowserWindow) => R): Promise<R> {
    const id = await windowIdOf(this.app, page);
    return inMain(
      this.app,
      ({ BrowserWindow }, { id, source }) => {
        const window = id === undefined ? null : BrowserWindow.fromId(id);
        if (window === null) throw new Error('the window is gone');
        // biome-ignore lint/security/noGlobalEval: the test's own function
        return globalThis.eval(`(${source})`)(window) as R;
      },
      { id, source: run.toString() },
    );
  }

  log(): LogLine[] {
    const file = path.join(this.home, 'audit.jsonl');
    if (!fs.existsSync(file)) return [];
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** How the newest question ended, as the record says it. */
  lastEnding(): LogLine | undefined {
    return this.log().findLast((line) => line.event === 'question ended');
  }

  events(): string[] {
    return this.log().map((line) => line.event);
  }

  /** Resolves with the first line of the record that fits, when it is there. */
  async logged(fits: (line: LogLine) => boolean, limitMs = 20_000): Promise<LogLine> {
    return this.until(async () => this.log().find(fits), 'no such line in the record', limitMs);
  }

  async until<T>(find: () => Promise<T | undefined>, what: string, limitMs = 20_000): Promise<T> {
    let found: T | undefined;
    await expect
      .poll(
        async () => {
          found = await find();
          return found !== undefined;
        },
        { message: what, timeout: limitMs, intervals: [50, 100] },
      )
      .toBe(true);
    // The poll above ended with a value.
    return found as T;
  }

  /** Calls a tool by the workbench's form or JSON box. */
  async call(server: string, tool: string, json?: unknown): Promise<void> {
    const { workbench } = this;
    await workbench.getByRole('button', { name: server }).first().click();
    await workbench.getByRole('button', { name: tool, exact: true }).first().click();
    if (json !== undefined) await workbench.getByRole('textbox', { name: /JSON/ }).fill(JSON.stringify(json));
    await workbench.getByRole('button', { name: `Call ${tool}`, exact: true }).click();
  }

  /** The first screen's one button: delete notes.txt of the sample. */
  async callDelete(): Promise<Page> {
    await this.workbench.getByRole('button', { name: 'Call delete_file' }).click();
    return this.dialog('Confirm deletion of notes.txt');
  }

  sample(name = 'notes.txt'): string {
    return path.join(this.home, 'sample', name);
  }

  /** The newest call in the workbench's list. */
  newestCall() {
    return this.workbench.locator('[data-call]').first();
  }

  /** Ends as when the person quits; resolves when the process is gone. */
  async quit(): Promise<void> {
    const main = this.process;
    if (main.exitCode !== null || main.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => main.once('exit', () => resolve()));
    // The reply to this may be lost with the process.
    await this.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    await gone;
  }

  /** Process ids of the app and of all that Electron started for it. */
  processIds(): Promise<number[]> {
    return inMain(this.app, ({ app }) => app.getAppMetrics().map(({ pid }) => pid), null);
  }

  /** The bundled file server's process. */
  filesServerPid(): Promise<number> {
    return inMain(
      this.app,
      ({ app }) => {
        const found = app.getAppMetrics().find(({ name }) => name === 'Countersign file server');
        if (found === undefined) throw new Error('the file server is not running');
        return found.pid;
      },
      null,
    );
  }

  forge(channel: string, input: unknown, from: From, frame: Frame = 'main'): ReturnType<typeof forge> {
    return forge(this.app, { channel, input, from, frame });
  }

  /** Presses an item of the menu, as the system would. */
  chooseInMenu(label: string): Promise<void> {
    return inMain(
      this.app,
      ({ Menu }, label) => {
        const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items ?? []);
        const item = items.find((candidate) => candidate.label === label);
        if (item === undefined) throw new Error(`the menu has no “${label}”`);
        item.click();
      },
      label,
    );
  }

  /** Replaces the system's dialog for a file to write, at the border of the operating system. */
  answerSaveDialog(filePath: string): Promise<void> {
    return inMain(
      this.app,
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: filePath === '', filePath });
      },
      filePath,
    );
  }

  /** Replaces the system's message box, at the border of the operating system, and counts how often it is asked for. */
  async answerNativeBoxes(response: 0 | 1): Promise<() => Promise<number>> {
    await inMain(
      this.app,
      ({ dialog }, response) => {
        const counted = globalThis as { boxes?: number };
        counted.boxes = 0;
        dialog.showMessageBox = async () => {
          counted.boxes = (counted.boxes ?? 0) + 1;
          return { response, checkboxChecked: false };
        };
      },
      response,
    );
    return () => inMain(this.app, () => (globalThis as { boxes?: number }).boxes ?? 0, null);
  }
}

export type Rule = { server: string; tool: string; effect: 'allow' | 'ask' | 'deny'; why?: string };
const allowAll: Rule[] = [{ server: '*', tool: '*', effect: 'allow' }];

export function writeRules(home: string, rules: readonly Rule[]): void {
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'policy.json'), JSON.stringify({ rules }));
}

export function writeServers(home: string, servers: Record<string, Entry>): void {
  const file = path.join(home, 'servers.json');
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ mcpServers: servers }));
}

export type Era = '2025-11-25' | '2026-07-28';

/** The scripted server of `fixtures/askingServer.mjs`; `wire` is the file of what it got. */
export const askingServer = (
  home: string,
  more: Entry = {},
  era: Era = '2025-11-25',
  /** `driving`: some of its tools look as if they could press a button. */
  kind: 'plain' | 'driving' = 'plain',
): { entry: Entry; wire: () => Record<string, unknown>[]; pid: () => string } => {
  const file = path.join(home, `${kind}.wire.jsonl`);
  return {
    entry: {
      command: 'node',
      args: [
        path.join(project, 'e2e/fixtures/askingServer.mjs'),
        file,
        ...(era === '2026-07-28' ? ['modern'] : [kind]),
      ],
      ...(era === '2026-07-28' ? { protocol: 'newer only' } : {}),
      ...more,
    },
    pid: () => fs.readFileSync(`${file}.pid`, 'utf8'),
    wire: () =>
      fs.existsSync(file)
        ? fs
            .readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as Record<string, unknown>)
        : [],
  };
};

/** Replies to the server's own requests, as they came over the wire. */
export const replies = (wire: Record<string, unknown>[]): unknown[] =>
  wire.filter((message) => message.method === undefined).map((message) => message.result ?? message.error);

/** What was answered, in either era: replies to requests of the server, or answers in requests of ours. */
export const answersOn = (wire: Record<string, unknown>[], era: Era): unknown[] =>
  era === '2025-11-25'
    ? replies(wire)
    : wire.flatMap((message) => {
        const params = message.params as { inputResponses?: Record<string, unknown> } | undefined;
        return Object.values(params?.inputResponses ?? {});
      });

/** Replaces the way to the system's browser, at the border of the operating system; resolves with how to read what was opened. */
export async function pagesOpened({ app }: Countersign, fails = false): Promise<() => Promise<string[]>> {
  await inMain(
    app,
    ({ shell }, fails) => {
      const kept = globalThis as { pages?: string[] };
      kept.pages = [];
      shell.openExternal = async (url: string) => {
        if (fails) throw new Error('no browser');
        kept.pages?.push(url);
      };
    },
    fails,
  );
  return () => inMain(app, () => (globalThis as { pages?: string[] }).pages ?? [], null);
}

/** Presses a button once main has armed it: Accept says by `aria-disabled` that it is not. */
export async function press(button: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await clickAway(button);
}

/** A click that may end its own window before it is over. */
export const clickAway = (target: ReturnType<Page['getByRole']>): Promise<void> =>
  unlessGone(target.page(), target.click());

/** A key that may end its own window before it is over. */
export const keyAway = (page: Page, key: string): Promise<void> => unlessGone(page, page.keyboard.press(key));

async function unlessGone(page: Page, done: Promise<void>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

export async function fillDelete(
  dialog: Page,
  path = 'notes.txt',
  reason = 'No longer needed',
): Promise<void> {
  await dialog.getByLabel('File path').fill(path);
  await dialog.getByLabel('Reason').fill(reason);
}

/** Each worker has a display of its own, or one app would take the focus from another. */
function ownDisplay(): Record<string, string> {
  const displays = JSON.parse(process.env.COUNTERSIGN_DISPLAYS ?? '[]') as Record<string, string>[];
  return displays[base.info().parallelIndex] ?? {};
}

/** Nothing for a page that crashed or went while it was read. */
async function shownText(page: Page): Promise<string> {
  try {
    return (await page.locator('[data-question-id]').allInnerTexts()).join('\n');
  } catch (error) {
    if (/crashed|closed/.test(String(error))) return '';
    throw error;
  }
}

async function pageOf(app: ElectronApplication, address: string): Promise<Page> {
  const there = app.windows().find((window) => window.url().startsWith(address));
  if (there !== undefined) return there;
  return app.waitForEvent('window', (window) => window.url().startsWith(address));
}

type Fixtures = {
  /** The app's own folder. */
  home: string;
  /** One of the person's, by its real path. */
  folder: string;
  start: (servers?: Record<string, Entry>, rules?: readonly Rule[]) => Promise<Countersign>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  home: async ({}, use) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-home-'));
    await use(home);
    fs.rmSync(home, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  folder: async ({}, use) => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-folder-')));
    await use(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ home }, use, info) => {
    const started: Countersign[] = [];
    await use(async (servers, rules) => {
      const countersign = await Countersign.start(home, servers, rules);
      started.push(countersign);
      return countersign;
    });
    for (const countersign of started) await finish(countersign, info);
  },
});

async function finish(countersign: Countersign, info: TestInfo): Promise<void> {
  const { app } = countersign;
  const failed = info.status !== info.expectedStatus;
  try {
    if (failed) await keepEvidence(countersign, info);
    else await app.context().tracing.stop();
  } catch (error) {
    if (!String(error).includes('closed')) throw error; // the test ended the app itself
  }
  await countersign.quit();
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function keepEvidence({ app }: Countersign, info: TestInfo): Promise<void> {
  await app.context().tracing.stop({ path: info.outputPath('trace.zip') });
  const windows = await inMain(
    app,
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => ({
        url: window.webContents.getURL(),
        visible: window.isVisible(),
        focused: window.isFocused(),
        enabled: window.isEnabled(),
      })),
    null,
  ).catch((error: unknown) => String(error));
  fs.writeFileSync(info.outputPath('windows.json'), JSON.stringify(windows, undefined, 2));
  for (const [index, page] of app.windows().entries()) {
    const body = await page.screenshot({ timeout: 3_000 }).catch(() => undefined);
    if (body) fs.writeFileSync(info.outputPath(`window-${index}.png`), body);
  }
}
