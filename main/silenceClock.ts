/** The time-out of one call: it counts silence, starts anew at each sign of life, and stands still while a person is asked. */
import type { Clock } from './clock.ts';

export class SilenceClock {
  #callOff: (() => void) | undefined;
  #leftMs: number;
  #runningSince = 0;

  constructor(
    private readonly ms: number,
    private readonly clock: Clock,
    private readonly onSilent: () => void,
  ) {
    this.#leftMs = ms;
    this.goOn();
  }

  /** A sign of life: the whole time is there again. */
  restart(): void {
    const running = this.#callOff !== undefined;
    this.standStill();
    this.#leftMs = this.ms;
    if (running) this.goOn();
  }

  standStill(): void {
    if (this.#callOff === undefined) return;
    this.#callOff();
    this.#callOff = undefined;
    this.#leftMs -= this.clock.now().monotonic - this.#runningSince;
  }

  goOn(): void {
    if (this.#callOff !== undefined) return;
    this.#runningSince = this.clock.now().monotonic;
    this.#callOff = this.clock.after(this.#leftMs, this.onSilent);
  }

  /** For good. */
  stop(): void {
    this.standStill();
    this.#leftMs = Number.POSITIVE_INFINITY;
  }
}
