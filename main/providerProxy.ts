/**
 * The one way from the model's page to its provider: only while an answer is asked for, only below the address that the
 * person accepted, with the key that the page never has, not even where a provider repeats it in an error. A redirect would
 * lead to an address that nobody accepted.
 */
import { providerPath } from '../contract/model.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { forwardedTo, headersFor, type Provider } from '../core/provider.ts';
import { bounded } from './bounded.ts';

export type InUse = { provider: Provider; key: string | undefined };
type Open = InUse & { abort: AbortController; requests: number };

export class ProviderProxy {
  readonly #open = new Map<string, Open>();

  /** From now until `end` the page may send for this answer. */
  begin(turn: string, using: InUse): void {
    this.#open.set(turn, { ...using, abort: new AbortController(), requests: 0 });
  }

  /** Whatever is on its way for it is broken off. */
  end(turn: string): void {
    this.#open.get(turn)?.abort.abort();
    this.#open.delete(turn);
  }

  /** Undefined for a request that is for no provider. */
  serve(request: Request): Promise<Response> | undefined {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith(`${providerPath}/`)) return undefined;
    const [turn = '', ...rest] = pathname.slice(providerPath.length + 1).split('/');
    return this.#forward(this.#open.get(turn), `/${rest.join('/')}`, search, request);
  }

  async #forward(open: Open | undefined, path: string, search: string, request: Request): Promise<Response> {
    const to = open && forwardedTo(open.provider.address, path, search);
    if (open === undefined || to === undefined || request.method !== 'POST') return notSent(403);
    open.requests += 1;
    if (open.requests > limits.providerRequests) return notSent(429);
    const body = await bounded(request.body, limits.providerRequestBytes);
    if (body === undefined) return notSent(413);
    try {
      const reply = await fetch(to, {
        method: 'POST',
        headers: headersFor(open.provider.kind, request.headers, open.key),
        body,
        redirect: 'error',
        signal: open.abort.signal,
      });
      return reply.ok ? passOn(reply) : await failure(reply, open.key);
    } catch (error) {
      const { origin } = new URL(open.provider.address);
      return failed(502, `${origin} could not be reached: ${causeOf(error)}`);
    }
  }
}

const notSent = (status: number): Response => failed(status, 'Countersign did not send this');

/** In the form that the libraries of the page read. */
const failed = (status: number, message: string): Response =>
  Response.json({ error: { message } }, { status });

const typeOf = (reply: Response): Record<string, string> => ({
  'content-type': reply.headers.get('content-type') ?? 'application/octet-stream',
});

/** As it comes, up to the limit; of its headers only what it is. */
function passOn(reply: Response): Response {
  let left = limits.providerReplyBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, stream) => {
      left -= piece.byteLength;
      if (left < 0) stream.error(new Error('the reply is too long'));
      else stream.enqueue(piece);
    },
  });
  return new Response(reply.body?.pipeThrough(limit) ?? null, { headers: typeOf(reply) });
}

const errorBytes = 64 * 1024;

async function failure(reply: Response, key: string | undefined): Promise<Response> {
  const body = await bounded(reply.body, errorBytes);
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  const shown = key === undefined ? text : text.replaceAll(key, '…');
  return new Response(shown, { status: reply.status, headers: typeOf(reply) });
}

/** The fetch of Node says only that it failed, and why in its cause. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
