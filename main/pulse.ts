/**
 * Tells a server that is stuck from one that is slow. While a call of it runs and nothing is heard, it is asked whether it is
 * there: a slow one answers that at once, whatever else it does. One without a call is left in peace.
 */
import { limits } from '../core/limits.ts';
import type { Clock } from './clock.ts';

export type PulseDeps = {
  clock: Clock;
  /** A call of it is at work. */
  isBusy: () => boolean;
  /** Rejects when no answer came in time; what it answers does not matter. */
  ask: () => Promise<unknown>;
  changed: () => void;
};

export class Pulse {
  #stuck = false;
  #heardAt: number;
  #callOff: () => void = () => {};

  constructor(private readonly deps: PulseDeps) {
    this.#heardAt = deps.clock.now().monotonic;
    this.#lookLater();
  }

  get stuck(): boolean {
    return this.#stuck;
  }

  /** Anything came from it. */
  heard(): void {
    this.#heardAt = this.deps.clock.now().monotonic;
    this.#set(false);
  }

  stop(): void {
    this.#callOff();
    this.#callOff = () => {};
  }

  #lookLater(): void {
    this.#callOff = this.deps.clock.after(limits.pulseMs, () => this.#look());
  }

  #look(): void {
    this.#lookLater();
    const silentMs = this.deps.clock.now().monotonic - this.#heardAt;
    if (!this.deps.isBusy() || silentMs < limits.pulseMs) return;
    const asked = this.#heardAt;
    // What it answers was heard already, an error too.
    this.deps.ask().catch(() => {
      if (this.#heardAt === asked) this.#set(true);
    });
  }

  #set(stuck: boolean): void {
    if (stuck === this.#stuck) return;
    this.#stuck = stuck;
    this.deps.changed();
  }
}
