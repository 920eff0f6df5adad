/**
 * Edges of ours against calls that were seen. Recall: the share of seen pairs of caller and callee that we have. Precision: of our pairs
 * of which a place ran that is said to call, the share that was seen. That is less than the truth: in Python a line can run without the call
 * in it (`x or f()`), tests put their own in the place of what they test, and of several candidates only those are seen that were
 * needed; so calls are counted too, each with all of its candidates.
 */
import type { CodeFacts, CodeSymbol } from '@zapomni/core/ports';
import type { Linked } from '@zapomni/core/code';
import type { CallPlace, Observed, SeenFunction } from './observed.ts';

export interface RealFigures {
  readonly seen: number;
  readonly found: number;
  readonly right: number;
  readonly wrong: number;
  /** Calls that ran, and those of them that went to one of the candidates that we name. */
  readonly ran: number;
  readonly met: number;
  /** Examples of each, as `caller → callee`. */
  readonly missedPairs: readonly string[];
  readonly wrongPairs: readonly string[];
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'lambda']);
/** Python runs these as functions of their own; to a reader they are part of the one around them. */
const PARTS: ReadonlySet<string> = new Set(['<listcomp>', '<dictcomp>', '<setcomp>', '<genexpr>']);
const MOST_SHOWN = 12;

type File = { readonly path: string; readonly facts: CodeFacts };

export function scoreReal(linked: Linked, files: readonly File[], observed: Observed): RealFigures {
  const places = new Places(linked, files);
  const seen = new Set(
    observed.calls.flatMap(([caller, callee]) => {
      const [from, to] = [places.caller(caller), places.callee(callee)];
      return from === null || to === null ? [] : [`${from} ${to}`];
    }),
  );
  const ours = pairsOf(linked);
  const ran = [...ours].filter(([, written]) => written.some(observed.ran));
  const wrong = ran.filter(([pair]) => !seen.has(pair)).map(([pair]) => pair);
  const missed = [...seen].filter((pair) => !ours.has(pair));
  const shown = (pairs: readonly string[]): string[] => pairs.slice(0, MOST_SHOWN).map((pair) => places.show(pair));
  return {
    seen: seen.size,
    found: seen.size - missed.length,
    right: ran.length - wrong.length,
    wrong: wrong.length,
    ...callsMet(linked, observed, seen),
    missedPairs: shown(missed),
    wrongPairs: shown(wrong),
  };
}

/** A call with several candidates is one call: it is met if one of them was seen. */
function callsMet(
  { edges, symbols }: Linked,
  observed: Observed,
  seen: ReadonlySet<string>,
): Pick<RealFigures, 'ran' | 'met'> {
  const ran = edges.filter(
    ({ kind, low, from, to, line, site }) =>
      kind === 'call' &&
      !low &&
      observed.ran({ path: symbols[from]?.path ?? '', line, site }) &&
      to.some((target) => 'symbol' in target && CALLABLE.has(symbols[target.symbol]?.kind ?? '')),
  );
  const met = ran.filter(({ from, to }) =>
    to.some((target) => 'symbol' in target && seen.has(`${from} ${target.symbol}`)),
  );
  return { ran: ran.length, met: met.length };
}

/** By caller and callee: where it is written. Guesses are none, and a class without a constructor runs nothing. */
function pairsOf({ edges, symbols }: Linked): Map<string, CallPlace[]> {
  const pairs = new Map<string, CallPlace[]>();
  for (const { kind, low, from, to, line, site } of edges) {
    if (kind !== 'call' || low) continue;
    for (const target of to) {
      if (!('symbol' in target) || !CALLABLE.has(symbols[target.symbol]?.kind ?? '')) continue;
      const pair = `${from} ${target.symbol}`;
      const written = pairs.get(pair) ?? [];
      written.push({ path: symbols[from]?.path ?? '', line, site });
      pairs.set(pair, written);
    }
  }
  return pairs;
}

function innermost(
  { first, symbols }: { readonly first: number; readonly symbols: readonly CodeSymbol[] },
  offset: number,
): number | null {
  let found = -1;
  for (const [i, { kind, start, end }] of symbols.entries()) {
    if (!CALLABLE.has(kind) || offset < start || offset >= end) continue;
    const other = symbols[found];
    if (!other || end - start < other.end - other.start) found = i;
  }
  return found < 0 ? null : first + found;
}

class Places {
  readonly #linked: Linked;
  readonly #byPath = new Map<string, { readonly first: number; readonly symbols: readonly CodeSymbol[] }>();

  constructor(linked: Linked, files: readonly File[]) {
    this.#linked = linked;
    const facts = new Map(files.map((file) => [file.path, file.facts]));
    for (const [id, { path, index }] of linked.symbols.entries())
      if (index === 0) this.#byPath.set(path, { first: id, symbols: facts.get(path)?.symbols ?? [] });
  }

  caller(seen: SeenFunction): number | null {
    const file = this.#byPath.get(seen.path);
    if (!file) return null;
    if (seen.line === 0) return file.first;
    if (!PARTS.has(seen.name ?? '')) return this.callee(seen);
    const around = file.symbols
      .map((symbol, i) => ({ symbol, i }))
      .filter(({ symbol: { kind, lines } }) => CALLABLE.has(kind) && lines[0] <= seen.line && seen.line <= lines[1])
      .sort((a, b) => a.symbol.lines[1] - a.symbol.lines[0] - (b.symbol.lines[1] - b.symbol.lines[0]))[0];
    return file.first + (around?.i ?? 0);
  }

  callee({ path, line, name, at: inside }: SeenFunction): number | null {
    const file = this.#byPath.get(path);
    if (!file || line === 0 || PARTS.has(name ?? '')) return null;
    if (inside !== undefined) return innermost(file, inside);
    const wanted = name === '<lambda>' ? '' : name;
    const at = file.symbols.findIndex(
      (symbol) =>
        CALLABLE.has(symbol.kind) &&
        (wanted === null || symbol.name === wanted) &&
        (symbol.line === line || symbol.lines[0] === line),
    );
    return at < 0 ? null : file.first + at;
  }

  show(pair: string): string {
    return pair
      .split(' ')
      .map((id) => this.#linked.symbols[Number(id)])
      .map((symbol) => `${symbol?.path}:${symbol?.line} ${symbol?.qualified || '<module>'}`)
      .join(' → ');
  }
}
