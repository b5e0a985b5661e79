/** The body of a request or a reply, up to a number of bytes. */

/** Undefined when there is more than that. */
export async function bounded(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // The types of the page's library know no iteration of a stream; Node's do.
  for await (const piece of (stream ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.byteLength;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
