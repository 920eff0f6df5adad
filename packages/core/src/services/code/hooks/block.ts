/** A part of a file that belongs to somebody else: it is put at the end, and taken out without a trace. */
const BEGIN = '# zapomni begin';
const END = '# zapomni end';
/** The file did not end with a line break. */
const BROKE = ' (after a line break)';

export function hasBlock(bytes: string): boolean {
  return findBlock(bytes) !== null;
}

/** In place of one that is there. */
export function withBlock(bytes: string, lines: readonly string[]): string {
  const rest = withoutBlock(bytes);
  const isBroken = rest !== '' && !rest.endsWith('\n');
  return [
    rest,
    isBroken ? '\n' : '',
    BEGIN,
    isBroken ? BROKE : '',
    '\n',
    ...lines.map((line) => `${line}\n`),
    END,
    '\n',
  ].join('');
}

export function withoutBlock(bytes: string): string {
  const found = findBlock(bytes);
  return found ? bytes.slice(0, found.start) + bytes.slice(found.end) : bytes;
}

function findBlock(bytes: string): { readonly start: number; readonly end: number } | null {
  const found = /^# zapomni begin( \(after a line break\))?\n[^]*?^# zapomni end\n?/mu.exec(bytes);
  if (!found) return null;
  const start = found.index - (found[1] === undefined ? 0 : 1);
  return { start, end: found.index + found[0].length };
}
