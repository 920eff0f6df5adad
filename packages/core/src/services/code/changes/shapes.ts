/** What makes a symbol in one version of a file the same as in another: its name, what it is, and what it says by itself. */
import type { FileVersion } from '../history/version-facts.ts';
import type { VersionSymbol } from '../history/symbols-in.ts';

export interface Shape {
  readonly path: string;
  readonly qualified: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly signature: string;
  /** Tells it from others of its file. */
  readonly key: string;
  /** The key of the symbol that it stands in; null at the top of the file. */
  readonly parent: string | null;
  /** Its own lines without white space around them and without what is in symbols of their own. */
  readonly own: readonly string[];
}

export interface Shapes {
  readonly symbols: readonly Shape[];
  /** What the file says outside of symbols. */
  readonly rest: readonly string[];
}

interface Place {
  readonly start: number;
  readonly end: number;
}

export function shapesOf({ path, text, symbols }: FileVersion): Shapes {
  const sorted = symbols.toSorted((a, b) => a.symbol.start - b.symbol.start || b.symbol.end - a.symbol.end);
  const around = nest(sorted);
  const inside = Map.groupBy(sorted.keys(), (place) => around[place] ?? TOP);
  const within = (place: number): Place[] => (inside.get(place) ?? []).flatMap((one) => sorted[one]?.symbol ?? []);
  return {
    symbols: sorted.map((one, place): Shape => {
      const { name, kind, line, signature } = one.symbol;
      const outer = sorted[around[place] ?? TOP];
      const parent = outer?.key ?? null;
      const own = linesBetween(text, one.symbol, within(place));
      return { path, qualified: one.qualified, name, kind, line, signature, key: one.key, parent, own };
    }),
    rest: linesBetween(text, { start: 0, end: text.length }, within(TOP)),
  };
}

const TOP = -1;

/** Of each, the closest one that it ends within. */
function nest(sorted: readonly VersionSymbol[]): number[] {
  const open: number[] = [];
  return sorted.map(({ symbol }, place) => {
    while (open.length > 0 && (sorted[open.at(-1) ?? TOP]?.symbol.end ?? 0) < symbol.end) open.pop();
    const around = open.at(-1) ?? TOP;
    open.push(place);
    return around;
  });
}

function linesBetween(text: string, { start, end }: Place, without: readonly Place[]): string[] {
  let at = start;
  let own = '';
  for (const inner of without) {
    own += text.slice(at, inner.start);
    at = Math.max(at, inner.end);
  }
  own += text.slice(at, end);
  return own
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
