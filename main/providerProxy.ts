/**
 * The one way from the model's page to its provider. A request goes to the address that the person accepted, below its
 * path, with the key that the page never sees; a redirect would lead to an address that nobody accepted.
 */
import { providerPath } from '../contract/model.ts';
import { messageOf } from '../core/json.ts';
import { forwardedTo, headersFor, type Provider } from '../core/provider.ts';
import type { Forward } from './security.ts';

export type InUse = { provider: Provider; key: string | undefined };

export function makeProviderProxy(host: string, inUse: () => InUse | undefined): Forward {
  return (request) => {
    const { hostname, pathname, search } = new URL(request.url);
    if (hostname !== host || !pathname.startsWith(`${providerPath}/`)) return undefined;
    return forward(request, pathname.slice(providerPath.length), search, inUse());
  };
}

async function forward(
  request: Request,
  path: string,
  search: string,
  using: InUse | undefined,
): Promise<Response> {
  if (using === undefined) return no(503, 'No provider was chosen.');
  const { provider, key } = using;
  const to = forwardedTo(provider.address, path, search);
  if (to === undefined || (request.method !== 'POST' && request.method !== 'GET'))
    return no(403, 'This is not a request to the provider.');
  try {
    const reply = await fetch(to, {
      method: request.method,
      headers: headersFor(provider.kind, request.headers, key),
      ...(request.method === 'POST' ? { body: await request.text() } : {}),
      redirect: 'error',
      signal: request.signal,
    });
    const type = reply.headers.get('content-type') ?? 'application/octet-stream';
    return new Response(reply.body, { status: reply.status, headers: { 'content-type': type } });
  } catch (error) {
    return no(502, `${new URL(provider.address).origin} could not be reached: ${causeOf(error)}`);
  }
}

const no = (status: number, message: string): Response => Response.json({ error: { message } }, { status });

/** The fetch of Node says only that it failed, and why in its cause. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
