/**
 * The process of the model: a hidden sandboxed page in a session of its own. What it says is untrusted: parsed, counted,
 * and heard only for the answer that main is waiting for. A page that crashed, hangs or floods is thrown away; the next
 * answer gets a fresh one.
 */
import path from 'node:path';
import { BrowserWindow, MessageChannelMain, type MessagePortMain, session } from 'electron';
import { type FromModel, fromModel, type ToModel } from '../contract/model.ts';
import { limits } from '../core/limits.ts';
import type { Clock } from './clock.ts';
import type { InUse, ProviderProxy } from './providerProxy.ts';
import { protectSession, protectWindow, scheme, webPreferences } from './security.ts';

const host = 'model';
export const modelAddress = `${scheme}://${host}/index.html`;

export type Heard = Extract<FromModel, { type: 'text' | 'call' }>;
export type Outcome = Extract<FromModel, { type: 'finished' | 'failed' }>;
export type Generate = Omit<Extract<ToModel, { type: 'generate' }>, 'type'>;

export type ModelPageDeps = { out: string; clock: Clock; proxy: ProviderProxy };

type Page = { window: BrowserWindow; port: MessagePortMain; ready: Promise<void> };
type Waiting = {
  heard: (message: Heard) => void;
  end: (outcome: Outcome) => void;
  characters: number;
  messages: number;
  callOffSilence: () => void;
};

let sessions = 0;

/** Each has a session of its own, in memory. */
export function makeModelWindow(out: string, proxy: ProviderProxy): BrowserWindow {
  sessions += 1;
  const own = session.fromPartition(`${host}-${sessions}`);
  protectSession(own, host, path.join(out, host), (request) => proxy.serve(request));
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...webPreferences(own, path.join(out, 'preload/model.cjs')), devTools: false },
  });
  protectWindow(window);
  return window;
}

const charactersIn = (message: FromModel): number => {
  if (message.type === 'text') return message.text.length;
  return message.type === 'call' ? message.arguments.length : 0;
};

export class ModelPage {
  readonly #waiting = new Map<string, Waiting>();
  #page: Page | undefined;

  constructor(private readonly deps: ModelPageDeps) {}

  /**
   * Resolves when the answer has ended, however; never rejects. `heard` gets its parts in order. Until then the page reaches
   * the provider that is in use.
   */
  async generate(
    asked: Generate,
    using: InUse,
    heard: (message: Heard) => void,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { turn } = asked;
    const stopped: Outcome = { type: 'failed', turn, message: 'Stopped' };
    if (signal.aborted) return stopped;
    this.deps.proxy.begin(turn, using);
    return new Promise<Outcome>((resolve) => {
      const stop = () => {
        this.#page?.port.postMessage({ type: 'stop', turn } satisfies ToModel);
        this.#end(turn, stopped);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(turn, {
        heard,
        end: (outcome) => {
          signal.removeEventListener('abort', stop);
          this.deps.proxy.end(turn);
          resolve(outcome);
        },
        characters: 0,
        messages: 0,
        callOffSilence: () => {},
      });
      this.#watchSilence(turn);
      const page = this.#page ?? this.#open();
      void page.ready.then(() => {
        if (this.#waiting.has(turn)) page.port.postMessage({ type: 'generate', ...asked } satisfies ToModel);
      });
    });
  }

  close(): void {
    this.#throwAway('Countersign was closed');
  }

  #open(): Page {
    const window = makeModelWindow(this.deps.out, this.deps.proxy);
    const { port1, port2 } = new MessageChannelMain();
    const ready = new Promise<void>((resolve) => {
      port1.on('message', ({ data }) => this.#heard(data, resolve));
    });
    port1.start();
    const page = { window, port: port1, ready };
    this.#page = page;
    window.webContents.on('render-process-gone', () => this.#lost(page, 'The process of the model ended'));
    window.webContents.once('did-finish-load', () =>
      window.webContents.postMessage('model:port', null, [port2]),
    );
    window.loadURL(modelAddress).catch(() => this.#lost(page, 'The page of the model could not be loaded'));
    return page;
  }

  #heard(data: unknown, ready: () => void): void {
    const parsed = fromModel.safeParse(data);
    if (!parsed.success)
      return this.#throwAway('The process of the model said something that it may not say');
    const message = parsed.data;
    if (message.type === 'ready') return ready();
    const waiting = this.#waiting.get(message.turn);
    // Of an answer that was stopped, or that was never asked for.
    if (waiting === undefined) return;
    waiting.messages += 1;
    waiting.characters += charactersIn(message);
    if (waiting.messages > limits.modelMessages || waiting.characters > limits.modelCharacters)
      return this.#throwAway('The model wrote more than one answer may hold');
    if (message.type === 'finished' || message.type === 'failed') return this.#end(message.turn, message);
    this.#watchSilence(message.turn);
    waiting.heard(message);
  }

  #watchSilence(turn: string): void {
    const waiting = this.#waiting.get(turn);
    if (waiting === undefined) return;
    waiting.callOffSilence();
    waiting.callOffSilence = this.deps.clock.after(limits.modelSilenceMs, () =>
      this.#throwAway(`Nothing came from the model for ${limits.modelSilenceMs / 1000} seconds`),
    );
  }

  #end(turn: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(turn);
    this.#waiting.delete(turn);
    waiting?.callOffSilence();
    waiting?.end(outcome);
  }

  #lost(page: Page, why: string): void {
    if (page === this.#page) this.#throwAway(why);
  }

  /** Every answer that waits for it ends, and says why. */
  #throwAway(message: string): void {
    const page = this.#page;
    this.#page = undefined;
    page?.port.close();
    if (page !== undefined && !page.window.isDestroyed()) page.window.destroy();
    for (const turn of [...this.#waiting.keys()]) this.#end(turn, { type: 'failed', turn, message });
  }
}
