/**
 * A provider that follows a script: an OpenAI-compatible server on loopback, streaming, over real HTTP. It keeps every
 * request that it got, so that tests see what a model would.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedAnswer = {
  /** Pieces of text, in order. */
  text?: readonly string[];
  /** By the name in the catalogue, or any other; arguments as text are sent as they are. */
  calls?: readonly { name: string; arguments: object | string }[];
  /** Instead of an answer. */
  status?: number;
  /** Between two pieces (ms). */
  every?: number;
  /** The answer is never ended. */
  hang?: boolean;
  /** The connection is cut after what was said. */
  cut?: boolean;
};

type Body = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] };
export type Script = (request: Body, nth: number) => ScriptedAnswer;

export type ScriptedModel = {
  address: string;
  /** What was sent to it, as text. */
  requests: string[];
  headers: http.IncomingHttpHeaders[];
  /** The next answers; after the last one it says “Done.”. */
  script: (...answers: readonly ScriptedAnswer[]) => void;
  follow: (script: Script) => void;
  close: () => Promise<void>;
};

export async function scriptedModel(): Promise<ScriptedModel> {
  const requests: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  let script: Script = () => ({ text: ['Done.'] });
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify({ data: [{ id: 'scripted' }] }));
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      requests.push(text);
      headers.push(request.headers);
      void answer(response, script(JSON.parse(text) as Body, requests.length - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    requests,
    headers,
    script: (...answers) => {
      const before = requests.length;
      script = (_request, nth) => answers[nth - before] ?? { text: ['Done.'] };
    },
    follow: (followed) => {
      script = followed;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(response: http.ServerResponse, scripted: ScriptedAnswer): Promise<void> {
  const { text = [], calls = [], status = 200, every = 0, hang = false, cut = false } = scripted;
  if (status !== 200) {
    response.writeHead(status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ error: { message: `scripted ${status}` } }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  for (const content of text) {
    if (response.destroyed) return;
    say({ role: 'assistant', content });
    if (every > 0) await new Promise((resolve) => setTimeout(resolve, every));
  }
  for (const [index, call] of calls.entries())
    say({
      tool_calls: [
        {
          ...{ index, id: `call_${index}`, type: 'function' },
          function: {
            name: call.name,
            arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
          },
        },
      ],
    });
  if (cut) return void response.destroy();
  if (hang) return;
  say({}, calls.length > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}
