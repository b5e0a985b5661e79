/** The life of a connection to one server. */
export type ConnectionState =
  | { state: 'stopped' }
  | { state: 'asking' }
  | { state: 'starting' }
  | { state: 'ready'; protocolVersion: string; claim: ServerClaim }
  | { state: 'failed'; message: string };

/** What a server says of itself: shown as a claim, never believed. */
export type ServerClaim = { name: string; version: string };

export type ConnectionEvent =
  | { type: 'ask' }
  | { type: 'start' }
  | { type: 'ready'; protocolVersion: string; claim: ServerClaim }
  | { type: 'fail'; message: string }
  | { type: 'stop' };

/** A server that failed stays failed, with its reason, until it is started again. */
export function step(connection: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'ask':
      return { state: 'asking' };
    case 'start':
      return { state: 'starting' };
    case 'ready':
      return connection.state === 'starting'
        ? { state: 'ready', protocolVersion: event.protocolVersion, claim: event.claim }
        : connection;
    case 'fail':
      return connection.state === 'stopped' ? connection : { state: 'failed', message: event.message };
    case 'stop':
      return { state: 'stopped' };
    default:
      return event satisfies never;
  }
}
