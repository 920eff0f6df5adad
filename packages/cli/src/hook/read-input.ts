/** The event on stdin. Not every client closes it: what is whole is taken as the whole. */
const LONGEST = 4_000_000;

export function readInput(stdin: NodeJS.ReadStream): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let text = '';
  stdin.setEncoding('utf8');
  const take = (): void => {
    try {
      resolve(JSON.parse(text.replace(/^\uFEFF/, '')));
      stdin.destroy();
    } catch (error) {
      // There may be more to come.
      if (stdin.readableEnded || text.length > LONGEST) reject(error as Error);
    }
  };
  stdin.on('data', (piece: string) => {
    text += piece;
    if (piece.trimEnd().endsWith('}') || text.length > LONGEST) take();
  });
  stdin.on('end', take).on('error', reject);
  return promise;
}
