/** Refused messages of windows, counted: a page that repeats itself must not fill the record. */
import { type AuditEvent, isWorthALine } from '../core/audit.ts';

export class Refusals {
  readonly #times = new Map<string, number>();

  constructor(private readonly note: (event: AuditEvent) => void) {}

  add(channel: string, code: string, from: string, question?: string): void {
    const key = `${channel} ${code} ${from}`;
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    if (!isWorthALine(times)) return;
    const named = question === undefined ? {} : { question };
    this.note({ event: 'answer refused', channel, code, from, times, ...named });
  }
}
