/**
 * Who is calling? A window of ours, of the kind that the channel belongs to, in its main frame, at its own address.
 * The address is compared by protocol and host: Node gives a custom scheme's origin as the text "null".
 */
export type Sender = {
  /** What main knows of the calling window; undefined when it is none of ours. */
  known: { kind: string; address: string } | undefined;
  /** The frame that called; null when it is gone already. */
  frame: { isMain: boolean; url: string } | null;
};

export type SenderCode = 'unknown-window' | 'wrong-window' | 'no-frame' | 'sub-frame' | 'wrong-address';

/** Why the sender may not use a channel of `kind` windows, or undefined when it may. */
export function senderProblem(kind: string, { known, frame }: Sender): SenderCode | undefined {
  if (known === undefined) return 'unknown-window';
  if (known.kind !== kind) return 'wrong-window';
  if (frame === null) return 'no-frame';
  if (!frame.isMain) return 'sub-frame';
  return sameAddress(frame.url, known.address) ? undefined : 'wrong-address';
}

function sameAddress(url: string, address: string): boolean {
  const [a, b] = [parse(url), parse(address)];
  return a !== undefined && b !== undefined && a.protocol === b.protocol && a.host === b.host;
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
