/** The answer of the model while it is written. */
import type { ModelAnswer } from '../core/conversation.ts';
import { limits } from '../core/limits.ts';
import type { Clock } from './clock.ts';
import type { Heard } from './modelPage.ts';

const batchMs = 33;

/** Text that comes in many small pieces is shown in fewer: at most thirty a second. */
export class GrowingAnswer {
  answer: ModelAnswer | undefined;
  /** Calls beyond those that one answer may hold: passed over as they come. */
  leftOut = 0;
  #calls = 0;
  #text = '';
  #callOff: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly grow: (text: string, calls: Heard[]) => void,
  ) {}

  heard(part: Heard): void {
    if (part.type === 'call') {
      this.#calls += 1;
      if (this.#calls > limits.modelCallsPerStep) {
        this.leftOut += 1;
        return;
      }
      const text = this.#taken(true);
      return this.grow(text, [part]);
    }
    this.#text += part.text;
    this.#callOff ??= this.clock.after(batchMs, () => {
      const text = this.#taken(false);
      if (text !== '') this.grow(text, []);
    });
  }

  flush(): void {
    const text = this.#taken(true);
    if (text !== '') this.grow(text, []);
  }

  /** Half a character waits for its other half. */
  #taken(all: boolean): string {
    this.#callOff?.();
    this.#callOff = undefined;
    const end = !all && /[\ud800-\udbff]$/.test(this.#text) ? -1 : this.#text.length;
    const text = this.#text.slice(0, end);
    this.#text = this.#text.slice(text.length);
    return text;
  }
}
