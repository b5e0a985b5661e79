/**
 * Over HTTP each request of ours has a stream of its own, and a server's question comes on the stream of the call that
 * it belongs to. The SDK's transport does not say which; so what arrives is looked at on its way to it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createParser } from 'eventsource-parser';
import { isObject } from '../core/json.ts';

const currentCall = new AsyncLocalStorage<string>();

/** Requests that `send` makes, and the streams that they open, belong to this call. */
export const duringCall = <T>(callId: string, send: () => Promise<T>): Promise<T> =>
  currentCall.run(callId, send);

export class HttpStreams {
  /** The server's id of each question → the call on whose stream it came. */
  readonly #cameOn = new Map<string | number, string>();

  /** The call that a question belongs to; undefined when it came on a stream of no call. Told once. */
  callAsking(requestId: string | number): string | undefined {
    const callId = this.#cameOn.get(requestId);
    this.#cameOn.delete(requestId);
    return callId;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const callId = currentCall.getStore();
    const response = await globalThis.fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (callId === undefined || !isStream || response.body === null) return response;
    return new Response(response.body.pipeThrough(this.#watch(callId)), response);
  };

  /** Passes everything on as it is, after it was read here. */
  #watch(callId: string): TransformStream<Uint8Array, Uint8Array> {
    const parser = createParser({ onEvent: ({ data }) => this.#note(data, callId) });
    const decoder = new TextDecoder();
    return new TransformStream({
      transform: (chunk, controller) => {
        parser.feed(decoder.decode(chunk, { stream: true }));
        controller.enqueue(chunk);
      },
    });
  }

  /** What cannot be read here is the transport's to complain about. */
  #note(data: string, callId: string): void {
    const message = parsed(data);
    const { id, method } = isObject(message) ? message : {};
    if (method === 'elicitation/create' && (typeof id === 'string' || typeof id === 'number'))
      this.#cameOn.set(id, callId);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
