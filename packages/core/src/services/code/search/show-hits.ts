/** Files in order as answers: where to look, what stands there, and why it was found. */
import { toTerms } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_SYMBOLS, type KeptRepository, type KeptSymbol } from '../store/index.ts';
import { lineTable } from '../units/line-table.ts';
import type { CodeQuery } from './code-query.ts';
import type { KnownFile } from './found-files.ts';
import { meansFile } from './named-things.ts';
import { definition, type NamedSymbol, type RankedFile, type Reason } from './rank-files.ts';
import type { Rarity } from './rarity.ts';

export interface OtherPlace {
  readonly first: number;
  readonly last: number;
  readonly symbol: string | null;
}

export interface CodeHit {
  readonly repository: KeptRepository;
  readonly memory: string;
  readonly path: string;
  readonly language: string | null;
  readonly isTest: boolean;
  /** Lines of the unit. */
  readonly first: number;
  readonly last: number;
  /** What it shows: what the question names, else the function or class that it is. */
  readonly symbol: KeptSymbol | null;
  /** The whole unit: which one of its file, and where in its text. */
  readonly unit: { readonly ordinal: number; readonly start: number; readonly end: number; readonly text: string };
  readonly excerpt: { readonly first: number; readonly text: string };
  readonly reasons: readonly Reason[];
  readonly score: number;
  /** Other units of the file that fit, in the order of fitting. */
  readonly others: readonly OtherPlace[];
}

interface Showing {
  readonly query: CodeQuery;
  readonly rarity: Rarity;
}

interface Chosen {
  readonly ranked: RankedFile<KnownFile>;
  readonly first: number;
  readonly last: number;
  /** Place among the symbols of the outline; -1: none. */
  readonly symbol: number;
}

const MOST_OTHERS = 3;

export async function showHits(
  deps: Deps,
  showing: Showing,
  ranked: readonly RankedFile<KnownFile>[],
): Promise<CodeHit[]> {
  const chosen = ranked.map((one) => choose(showing.query, one));
  const [symbols, texts] = await Promise.all([symbolsOf(deps, chosen), textsOf(deps, ranked)]);
  return chosen.map((one): CodeHit => {
    const { file, score, reasons, units } = one.ranked;
    const { repository, memory, path, language, isTest, outline } = file;
    const others = units.filter(({ first }) => first !== one.first).slice(0, MOST_OTHERS);
    return {
      repository,
      memory,
      path,
      language,
      isTest,
      first: one.first,
      last: one.last,
      symbol: symbols.get(outline.symbols[one.symbol] ?? '') ?? null,
      unit: unitOf(texts.get(memory) ?? '', one),
      excerpt: excerptOf(showing, texts.get(memory) ?? '', one),
      reasons,
      score,
      others: others.map(({ first, last }) => ({ first, last, symbol: nameAt(file, first, last) })),
    };
  });
}

/** The unit that fits best; of a file that is meant by a name or a place, the one that shows it. */
function choose(query: CodeQuery, ranked: RankedFile<KnownFile>): Chosen {
  const { file, units } = ranked;
  const wanted = wantedLine(query, ranked);
  const around = wanted === null ? undefined : file.outline.units.find(([from, to]) => wanted >= from && wanted <= to);
  const best = units[0] ? [units[0].first, units[0].last] : file.outline.units[0];
  const [first = 1, last = 1] = around ?? best ?? [];
  return { ranked, first, last, symbol: symbolIn(query, file, first, last) };
}

function wantedLine(query: CodeQuery, { file, units }: RankedFile<KnownFile>): number | null {
  const named = query.places.find((place) => place.line !== null && meansFile(place, file.path) > 0);
  if (named) return named.line;
  return units.length === 0 || query.isName ? (bestDefined(query, file.named)?.first ?? null) : null;
}

function bestDefined(query: CodeQuery, named: readonly NamedSymbol[]): NamedSymbol | null {
  const sure = named.map((one) => ({ one, sure: definition(query, one) })).filter((found) => found.sure > 0);
  return sure.sort((one, other) => other.sure - one.sure)[0]?.one ?? null;
}

/** What the question names and begins here, else whose unit it is, else what begins here first, else what is around it. */
function symbolIn(query: CodeQuery, { outline, named }: KnownFile, first: number, last: number): number {
  const begins = named.filter((one) => one.first >= first && one.first <= last);
  const asked = bestDefined(query, begins);
  const unit = outline.units.find(([from]) => from === first);
  if (!asked && unit && unit[2] >= 0) return unit[2];
  const shown = asked ?? begins[0] ?? named.findLast((one) => one.first <= first && one.last >= last);
  if (!shown) return -1;
  return outline.named.findIndex(([qualified, , from]) => qualified === shown.qualified && from === shown.first);
}

function nameAt({ outline, named }: KnownFile, first: number, last: number): string | null {
  const unit = outline.units.find(([from]) => from === first);
  const own = unit && outline.named[unit[2]]?.[0];
  return own ?? named.find((one) => one.first >= first && one.first <= last)?.qualified ?? null;
}

async function symbolsOf(deps: Deps, chosen: readonly Chosen[]): Promise<Map<string, KeptSymbol>> {
  const found = new Map<string, KeptSymbol>();
  const groups = Map.groupBy(chosen, ({ ranked }) => ranked.file.repository.value.store);
  for (const [store, group] of groups) {
    const ids = group.flatMap(({ ranked, symbol }) => ranked.file.outline.symbols[symbol] ?? []);
    for (const one of await collection(deps, CODE_SYMBOLS).getMany(store, ids)) found.set(one.key, one);
  }
  return found;
}

async function textsOf(deps: Deps, ranked: readonly RankedFile<KnownFile>[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [store, group] of Map.groupBy(ranked, ({ file }) => file.repository.value.store)) {
    const memories = await deps.storage.memories.get(
      store,
      group.map(({ file }) => file.memory),
    );
    for (const { id, text } of memories) texts.set(id, text);
  }
  return texts;
}

function unitOf(text: string, { ranked, first, last }: Chosen): CodeHit['unit'] {
  const table = lineTable(text);
  const [start, end] = [table.start(first), table.start(last + 1)];
  const ordinal = ranked.file.outline.units.findIndex(([from]) => from === first);
  return { ordinal: Math.max(0, ordinal), start, end, text: text.slice(start, end).trimEnd() };
}

const MOST_LINES = 14;
const LONGEST_LINE = 300;

/** The lines of the unit in which most of the question stands; all of a short one. */
function excerptOf({ query, rarity }: Showing, text: string, { first, last }: Chosen): CodeHit['excerpt'] {
  const table = lineTable(text);
  const lines = Array.from({ length: Math.max(0, Math.min(last, table.count) - first + 1) }, (_, i) =>
    text.slice(table.start(first + i), table.start(first + i + 1)).trimEnd(),
  );
  const terms = new Set([...query.terms, ...query.nameTerms]);
  const weights = lines.map((line) =>
    [...new Set(toTerms(line))].reduce((sum, term) => sum + (terms.has(term) ? rarity.of(term) : 0), 0),
  );
  const from = bestWindow(weights);
  const shown = lines.slice(from, from + MOST_LINES).map(cutLine);
  return { first: first + from, text: shown.join('\n') };
}

/** Of equal windows the first, so that a definition is shown from its beginning. */
function bestWindow(weights: readonly number[]): number {
  let [best, most] = [0, -1];
  for (let from = 0; from + MOST_LINES <= Math.max(weights.length, MOST_LINES); from++) {
    const sum = weights.slice(from, from + MOST_LINES).reduce((total, weight) => total + weight, 0);
    if (sum > most + 1e-9) [best, most] = [from, sum];
  }
  return best;
}

function cutLine(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE).toWellFormed()}…`;
}
