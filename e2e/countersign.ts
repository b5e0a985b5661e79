/**
 * The real app, started as a person's is: sandboxed, on a folder of its own, with the permissions that it asks for
 * given in its own dialogs. A failure leaves a trace and a screenshot of every window.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page, type TestInfo } from '@playwright/test';

export { expect };

export type Entry = Record<string, unknown>;
export type LogLine = { seq: number; time: string; event: string; [key: string]: unknown };

const project = path.resolve(import.meta.dirname, '..');

export class Countersign {
  private constructor(
    readonly app: ElectronApplication,
    readonly workbench: Page,
    readonly home: string,
  ) {}

  /** With `servers`, each entry's permission is asked and given before this resolves; without, the sample alone runs. */
  static async start(home: string, servers?: Record<string, Entry>): Promise<Countersign> {
    if (servers !== undefined) writeServers(home, servers);
    const app = await _electron.launch({
      args: ['.'],
      cwd: project,
      chromiumSandbox: process.env['COUNTERSIGN_WITHOUT_OS_SANDBOX'] !== '1',
      env: { ...(process.env as Record<string, string>), COUNTERSIGN_HOME: home, NO_AT_BRIDGE: '1' },
    });
    await app.context().tracing.start({ screenshots: true, snapshots: true, sources: true });
    const countersign = new Countersign(app, await pageOf(app, 'app://workbench'), home);
    await expect(countersign.workbench.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const name of Object.keys(servers ?? {})) await countersign.allow(name);
    return countersign;
  }

  /** Gives the permission that `server` asks for, in the dialog. */
  async allow(server: string): Promise<void> {
    const dialog = await this.dialog(`“${server}”`);
    await press(dialog.getByRole('button', { name: 'Start this program' }));
    await this.logged((line) => line.event === 'server ready' && line['server'] === server);
  }

  /** The question window on screen whose text holds `text`. */
  async dialog(text: string): Promise<Page> {
    return this.until(async () => {
      for (const page of this.app.windows().filter((window) => window.url().startsWith('app://question'))) {
        const shown = page.locator('[data-question-id]');
        if ((await shown.count()) > 0 && (await shown.first().innerText()).includes(text)) {
          if (await this.isVisible(page)) return page;
        }
      }
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
      const window = await this.app.browserWindow(page);
      return await window.evaluate((w) => !w.isDestroyed() && w.isVisible());
    } catch (error) {
      // A window may go between being listed and being asked; then it is not visible.
      if (page.isClosed() || String(error).includes('closed') || String(error).includes('destroyed')) return false;
      throw error;
    }
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

  async quit(): Promise<void> {
    await this.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
    await this.app.close();
  }
}

export function writeServers(home: string, servers: Record<string, Entry>): void {
  const file = path.join(home, 'servers.json');
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ mcpServers: servers }));
}

/** The scripted server of `fixtures/askingServer.mjs`; `wire` is the file of what it got. */
export const askingServer = (home: string, more: Entry = {}): { entry: Entry; wire: () => Record<string, unknown>[] } => {
  const file = path.join(home, 'wire.jsonl');
  return {
    entry: { command: 'node', args: [path.join(project, 'e2e/fixtures/askingServer.mjs'), file], ...more },
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
  wire.filter((message) => message['method'] === undefined).map((message) => message['result'] ?? message['error']);

/** Presses a button once main has armed it: Accept says by `aria-disabled` that it is not. */
export async function press(button: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

export async function fillDelete(dialog: Page, path = 'notes.txt', reason = 'No longer needed'): Promise<void> {
  await dialog.getByLabel(/Type the file path|Confirm|path/i).first().fill(path);
  await dialog.getByLabel(/reason|Why/i).first().fill(reason);
}

async function pageOf(app: ElectronApplication, address: string): Promise<Page> {
  const there = app.windows().find((window) => window.url().startsWith(address));
  if (there !== undefined) return there;
  return app.waitForEvent('window', (window) => window.url().startsWith(address));
}

type Fixtures = { home: string; start: (servers?: Record<string, Entry>) => Promise<Countersign> };

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  home: async ({}, use) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-home-'));
    await use(home);
    fs.rmSync(home, { recursive: true, force: true });
  },
  start: async ({ home }, use, info) => {
    const started: Countersign[] = [];
    await use(async (servers) => {
      const countersign = await Countersign.start(home, servers);
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

async function keepEvidence({ app, log }: Countersign, info: TestInfo): Promise<void> {
  await app.context().tracing.stop({ path: info.outputPath('trace.zip') });
  for (const [index, page] of app.windows().entries()) {
    const body = await page.screenshot({ timeout: 3_000 }).catch(() => undefined);
    if (body) await info.attach(`window-${index}`, { body, contentType: 'image/png' });
  }
  void log;
}
