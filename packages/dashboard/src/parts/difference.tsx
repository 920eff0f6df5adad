/** Two texts word by word: what went and what came. */
import { visible } from './parts.tsx';

interface Piece {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond this the table of the comparison would be too large: then the whole is shown as gone and come. */
const MOST_WORDS = 1500;

export function Difference({ before, after }: { before: string; after: string }) {
  return (
    <p class="difference">
      {compare(before, after).map(({ kind, text }, i) => {
        if (kind === 'same') return <span key={i}>{visible(text)}</span>;
        return kind === 'gone' ? <del key={i}>{visible(text)}</del> : <ins key={i}>{visible(text)}</ins>;
      })}
    </p>
  );
}

/** By the longest common run of words. */
function compare(before: string, after: string): Piece[] {
  const a = before.split(/(?<=\s)/);
  const b = after.split(/(?<=\s)/);
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) {
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  }
  const common = commonRuns(a, b);
  const pieces: Piece[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [gone, come] = [a[i], b[j]];
    if (gone !== undefined && gone === come) pieces.push({ kind: 'same', text: gone });
    else if (gone !== undefined && (come === undefined || common(i + 1, j) >= common(i, j + 1))) {
      pieces.push({ kind: 'gone', text: gone });
    } else pieces.push({ kind: 'new', text: come as string });
    const { kind } = pieces.at(-1) as Piece;
    if (kind !== 'new') i += 1;
    if (kind !== 'gone') j += 1;
  }
  return pieces;
}

/** How many words two ends have in common, in order, from any two places on. */
function commonRuns(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
