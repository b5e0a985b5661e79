/** What a server may do besides asking one question and waiting for its answer: each a tool of its own. */

export type Call = {
  /** Sends a request of the server's own; resolves with the result, or rejects with the client's error. */
  ask: (params: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>;
  request: (method: string, params: Record<string, unknown>) => Promise<unknown>;
  notify: (method: string, params: Record<string, unknown>) => Promise<void>;
  /** Aborted when the call is cancelled. */
  signal: AbortSignal;
  wait: (ms: number) => Promise<void>;
};

export type Behaviour = { name: string; about: string; run: (call: Call) => Promise<unknown> };

const question = (message: string) => ({
  message,
  requestedSchema: { type: 'object', properties: { answer: { type: 'string', title: 'Answer' } } },
});

const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));

/** The listed page counts as opened from the second call on. */
let listedBefore = false;

export const behaviours: Behaviour[] = [
  {
    name: 'two_in_a_row',
    about: 'asks, and asks again after the answer',
    run: async ({ ask }) => [
      await outcome(ask(question('The first'))),
      await outcome(ask(question('The second'))),
    ],
  },
  {
    name: 'the_same_again',
    about: 'asks the same three times',
    run: async ({ ask }) => {
      const answers: unknown[] = [];
      for (let n = 0; n < 3; n++) answers.push(await outcome(ask(question('Really?'))));
      return answers;
    },
  },
  {
    name: 'three_at_once',
    about: 'asks three questions at the same time',
    run: ({ ask }) => Promise.all(['One', 'Two', 'Three'].map((message) => outcome(ask(question(message))))),
  },
  {
    name: 'flood',
    about: 'asks twenty questions at the same time',
    run: ({ ask }) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => outcome(ask(question(`Question ${n + 1}`))))),
  },
  {
    name: 'withdraw',
    about: 'withdraws its question after three seconds',
    run: async ({ ask, wait }) => {
      const abort = new AbortController();
      const asked = outcome(ask(question('Never mind, in three seconds'), abort.signal));
      await wait(3_000);
      abort.abort('changed my mind');
      return asked;
    },
  },
  {
    name: 'return_early',
    about: 'returns its result three seconds after asking',
    run: async ({ ask, wait }) => {
      void outcome(ask(question('Too late, in three seconds')));
      await wait(3_000);
      return 'returned without the answer';
    },
  },
  {
    name: 'die',
    about: 'asks, and exits after three seconds',
    run: async ({ ask, wait }) => {
      void outcome(ask(question('Gone in three seconds')));
      await wait(3_000);
      process.exit(1);
    },
  },
  {
    name: 'slow_page',
    about: 'a page that is done three seconds after it was opened',
    run: async ({ ask, notify, wait }) => {
      const elicitationId = 'slow-page';
      const url = 'https://login.example.org/slow';
      const answer = await outcome(ask({ mode: 'url', message: 'Sign in there.', url, elicitationId }));
      await wait(3_000);
      await notify('notifications/elicitation/complete', { elicitationId });
      return answer;
    },
  },
  {
    name: 'listed_pages',
    about: 'two pages that have to be opened before the call is made again',
    run: async () => {
      listedBefore = !listedBefore;
      if (!listedBefore) return 'done at the second call';
      throw new ListedPages(
        ['one', 'two'].map((part) => ({
          mode: 'url',
          message: `Sign in, part ${part}`,
          url: `https://login.example.org/${part}`,
          elicitationId: `listed-${part}`,
        })),
      );
    },
  },
  {
    name: 'ask_the_model',
    about: 'asks for sampling, which was not offered',
    run: ({ request }) => outcome(request('sampling/createMessage', { messages: [], maxTokens: 1 })),
  },
  {
    name: 'write_noise',
    about: 'writes 256 KiB to its standard error, then asks',
    run: ({ ask }) => {
      process.stderr.write('noise '.repeat(44_000));
      return outcome(ask(question('Still there?')));
    },
  },
];

/** Becomes error -32042, with the pages as its data. */
export class ListedPages extends Error {
  constructor(readonly pages: object[]) {
    super('Pages have to be opened first');
  }
}
