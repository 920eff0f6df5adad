/** Cuts a stream of bytes at a separator, with bounded memory: of a token that is too long only the beginning is kept. */
export async function* tokens(
  pieces: AsyncIterable<Buffer>,
  { separator = 0, most = 1024 * 1024 }: { readonly separator?: number; readonly most?: number } = {},
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer): void => {
    const room = most - length;
    if (room <= 0 || part.length === 0) return;
    // Copied, so that a short token does not hold the whole piece that it came in.
    held.push(Buffer.from(part.subarray(0, room)));
    length += Math.min(part.length, room);
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(separator); end >= 0; end = piece.indexOf(separator, start)) {
      keep(piece.subarray(start, end));
      yield Buffer.concat(held);
      held = [];
      length = 0;
      start = end + 1;
    }
    keep(piece.subarray(start));
  }
  if (length > 0) yield Buffer.concat(held);
}
