/** The answer of the model while it is written. */
import type { ModelAnswer } from '../core/conversation.ts';
import type { Clock } from './clock.ts';
import type { Heard } from './modelPage.ts';

const batchMs = 33;

/** Text that comes in many small pieces is shown in fewer: at most thirty a second. */
export class GrowingAnswer {
  answer: ModelAnswer | undefined;
  #text = '';
  #callOff: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly grow: (text: string, calls: Heard[]) => void,
  ) {}

  heard(part: Heard): void {
    if (part.type === 'call') {
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
