/**
 * The record told as stories: one for each call, from who called it to its result, and one for whatever else happened.
 * Lines come from the newest to the oldest, since the end of the file is what a person looks at first.
 */
import { markLine, markText } from './plainText.ts';

/** A line of the record, as far as it is told. */
export type Entry = { seq: number; time: string; event: string } & Record<string, unknown>;

/** `time` in ms since the epoch. */
export type Step = { time: number; text: string };
export type Story = {
  /** The number of its first line. */
  seq: number;
  server: string;
  tool: string;
  outcome: string;
  steps: Step[];
};

/** Each part of it that is not empty has to be found, whatever the case of its letters. */
export type Filter = { server: string; tool: string; outcome: string; text: string };

/** Collects lines until the one that a story begins with is reached. */
export class Stories {
  /** By call, and by question until the line is reached that says which call it belongs to. */
  readonly #calls = new Map<string, Entry[]>();
  readonly #questions = new Map<string, Entry[]>();

  /** The next older line; gives the story that begins with it, if one does. */
  add(entry: Entry): Story | undefined {
    const { event, call, question } = entry;
    if (event === 'question asked') return this.#asked(entry);
    if (typeof question === 'string') return this.#keep(this.#questions, question, entry);
    if (typeof call !== 'string') return event === 'question refused' ? this.#refused(entry) : tell([entry]);
    this.#keep(this.#calls, call, entry);
    const begins = event === 'call judged' && entry.again !== true;
    return begins ? this.#close(call) : undefined;
  }

  /** When the record is at its beginning: what has no first line of its own. */
  rest(): Story[] {
    return [...this.#calls.keys()].flatMap((call) => this.#close(call) ?? []);
  }

  /** It belongs to the first of its calls, or is a story of its own, like a permission. */
  #asked(entry: Entry): Story | undefined {
    const question = String(entry.question);
    const entries = [...(this.#questions.get(question) ?? []), entry];
    this.#questions.delete(question);
    const call = firstOf(entry.calls);
    if (call === undefined) return tell(entries);
    for (const each of entries) this.#keep(this.#calls, call, each);
    return undefined;
  }

  #refused(entry: Entry): Story | undefined {
    const call = firstOf(entry.calls);
    return call === undefined ? tell([entry]) : this.#keep(this.#calls, call, entry);
  }

  #close(call: string): Story | undefined {
    const entries = this.#calls.get(call);
    this.#calls.delete(call);
    return entries && tell(entries);
  }

  #keep(map: Map<string, Entry[]>, key: string, entry: Entry): undefined {
    const entries = map.get(key);
    if (entries === undefined) map.set(key, [entry]);
    else entries.push(entry);
  }
}

const firstOf = (calls: unknown): string | undefined =>
  Array.isArray(calls) && typeof calls[0] === 'string' ? calls[0] : undefined;

/** `newestFirst`: as they were read. Text of servers is made safe to show. */
function tell(newestFirst: readonly Entry[]): Story | undefined {
  const entries = [...newestFirst].sort((a, b) => a.seq - b.seq);
  const [first] = entries;
  if (first === undefined) return undefined;
  const found = (key: string) =>
    markLine(String(entries.find((entry) => entry[key] !== undefined)?.[key] ?? ''));
  const ended = entries.findLast(({ event }) => event === 'call ended');
  return {
    seq: first.seq,
    server: found('server'),
    tool: found('tool'),
    outcome: outcomeOf(entries, ended),
    steps: entries.map((entry) => ({ time: Date.parse(entry.time), text: markText(stepText(entry)) })),
  };
}

function outcomeOf(entries: readonly Entry[], ended: Entry | undefined): string {
  if (ended !== undefined) return markLine(String(ended.outcome));
  const isCall = entries.some(({ event }) => event.startsWith('call '));
  return isCall ? 'no end on record' : '';
}

/** One line of a story, in words; what is not known here is told by its own name. */
function stepText(entry: Entry): string {
  const say = (key: string) => String(entry[key] ?? '');
  const list = (key: string) => (Array.isArray(entry[key]) ? (entry[key] as unknown[]).join(', ') : '');
  switch (entry.event) {
    case 'call judged':
      return `${entry.again === true ? 'Judged again' : `Called by the ${say('by') || 'person'}`}; ${judged[say('effect')] ?? say('effect')}: ${say('because')}`;
    case 'call approved':
      return `Approved by the person: ${scopes[say('scope')] ?? say('scope')}`;
    case 'call sent':
      return `Sent${list('arguments') === '' ? '' : ` with ${list('arguments')}`}`;
    case 'call held back':
      return 'Held back, since a question waited and its server can drive the desktop';
    case 'call by model refused':
      return `The model named a call that was not made${say('tool') === '' ? '' : ` (${say('tool')})`}: ${say('why')}, ${say('times')} times by then`;
    case 'provider accepted':
      return say('address') === ''
        ? 'No model is used any more'
        : `Model in use: ${say('model')} at ${say('address')}`;
    case 'server revoked':
      return 'Its permission was taken back by the person';
    case 'approval revoked':
      return 'The approval was taken back by the person';
    case 'server described':
      return `The person says of it: ${list('traits')}`;
    case 'folders shared':
      return `Folders shared with it: ${list('folders') || 'none'}`;
    case 'folders told':
      return `Told of its folders (${say('count')})`;
    case 'call continued':
      return `Sent again (round ${say('round')})`;
    case 'call ended':
      return `Ended: ${say('outcome')}${say('why') === '' ? '' : ` (${say('why')})`}`;
    case 'question asked':
      return `Asked: ${say('message')}`;
    case 'question shown':
      return 'Shown';
    case 'question set aside':
      return 'Set aside by the person';
    case 'question ended':
      return `${say('ending')}${say('via') === '' ? '' : `, by ${say('via')}`}${list('fields') === '' ? '' : ` (${list('fields')})`}`;
    case 'question refused':
      return `Refused a question: ${say('detail')}`;
    case 'answer sent':
      return `Answer sent: ${say('action')}`;
    case 'answer not delivered':
      return 'The answer came too late, and was not sent';
    case 'server ready':
      return `Server ready, MCP ${say('protocol')}`;
    case 'server ended':
      return `Server ended: ${say('why')}`;
    case 'rules accepted':
      return `Rules in force: ${list('rules') || 'none'}`;
    default:
      return entry.event;
  }
}

const judged: Record<string, string> = { allow: 'sent without asking', ask: 'asked first', deny: 'denied' };
const scopes: Record<string, string> = { once: 'this call', session: 'for this session', always: 'always' };

export function fitsFilter(story: Story, filter: Filter): boolean {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
  return (
    has(story.server, filter.server) &&
    has(story.tool, filter.tool) &&
    has(story.outcome, filter.outcome) &&
    (filter.text.trim() === '' ||
      [story.server, story.tool, ...story.steps.map(({ text }) => text)].some((text) =>
        has(text, filter.text),
      ))
  );
}
