/** Files in order as answers: where to look, what stands there, and why it was found. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_SYMBOLS, type KeptRepository, type KeptSymbol } from '../store/index.ts';
import { lineTable, type LineTable } from '../units/line-table.ts';
import type { CodeQuery } from './code-query.ts';
import { excerptOf, lineWeights, mainSymbol, type Lines } from './excerpt.ts';
import type { KnownFile } from './found-files.ts';
import { meansFile } from './named-things.ts';
import { namedBy, type NamedSymbol, type RankedFile, type Reason } from './rank-files.ts';
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
  /** Lines of the symbol that answers, else of the unit. */
  readonly first: number;
  readonly last: number;
  /** What it shows: what the question names, else the function or class that it is. */
  readonly symbol: KeptSymbol | null;
  /** Their text, where it is in that of the file, and the unit they are of. */
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

const MOST_OTHERS = 3;

export async function showHits(
  deps: Deps,
  showing: Showing,
  ranked: readonly RankedFile<KnownFile>[],
): Promise<CodeHit[]> {
  const texts = await textsOf(deps, ranked);
  const shown = ranked.map((one) => show(showing, one, texts.get(one.file.memory) ?? ''));
  const symbols = await symbolsOf(deps, shown);
  return shown.map(({ symbol, ...hit }) => ({ ...hit, symbol: symbols.get(symbol) ?? null }));
}

/** As `CodeHit`, with the id of the symbol. */
type Shown = Omit<CodeHit, 'symbol'> & { readonly symbol: string };

function show({ query, rarity }: Showing, ranked: RankedFile<KnownFile>, text: string): Shown {
  const { file, score, reasons, units } = ranked;
  const { repository, memory, path, language, isTest, outline } = file;
  const table = lineTable(text);
  const weight = lineWeights(query, rarity, table);
  const unit = choose(query, ranked);
  const asked = bestDefined(query, beginningIn(file, unit));
  const main = asked ?? mainSymbol(weight, unit, file.named);
  const place = main && main.last <= unit.last ? { first: main.first, last: main.last } : unit;
  const others = units.filter(({ first }) => first !== unit.first).slice(0, MOST_OTHERS);
  return {
    repository,
    memory,
    path,
    language,
    isTest,
    reasons,
    score,
    ...place,
    symbol: outline.symbols[symbolIn(file, unit, main)] ?? '',
    unit: { ...place, ...stretchOf(table, place), ordinal: ordinalOf(file, unit) },
    excerpt: excerptOf(weight, table, place),
    others: others.map(({ first, last }) => ({ first, last, symbol: nameAt(file, first, last) })),
  };
}

function beginningIn({ named }: KnownFile, { first, last }: Lines): NamedSymbol[] {
  return named.filter((one) => one.first >= first && one.first <= last);
}

function ordinalOf({ outline }: KnownFile, { first }: Lines): number {
  return Math.max(
    0,
    outline.units.findIndex(([from]) => from === first),
  );
}

function stretchOf(table: LineTable, { first, last }: Lines): { start: number; end: number; text: string } {
  const start = table.start(first);
  const text = table.text.slice(start, table.start(last + 1)).trimEnd();
  return { start, end: start + text.length, text };
}

/** The unit that fits best; of a file that is meant by a name or a place, the one that shows it. */
function choose(query: CodeQuery, ranked: RankedFile<KnownFile>): Lines {
  const { file, units } = ranked;
  const wanted = wantedLine(query, ranked);
  const around = wanted === null ? undefined : file.outline.units.find(([from, to]) => wanted >= from && wanted <= to);
  const best = units[0] ? [units[0].first, units[0].last] : file.outline.units[0];
  const [first = 1, last = 1] = around ?? best ?? [];
  return { first, last };
}

function wantedLine(query: CodeQuery, { file, units }: RankedFile<KnownFile>): number | null {
  const named = query.places.find((place) => place.line !== null && meansFile(place, file.path) > 0);
  if (named) return named.line;
  return units.length === 0 || query.isName ? (bestDefined(query, file.named)?.first ?? null) : null;
}

/** Of several of one name the longest: the others only declare it. */
function bestDefined(query: CodeQuery, named: readonly NamedSymbol[]): NamedSymbol | null {
  const found = named.map((one) => ({ one, sure: namedBy(query, one) })).filter(({ sure }) => sure > 0);
  found.sort((one, other) => other.sure - one.sure || length(other.one) - length(one.one));
  return found[0]?.one ?? null;
}

function length({ first, last }: Lines): number {
  return last - first;
}

/** What answers, else whose unit it is, else what begins here first, else what is around it: its place in the outline. */
function symbolIn(file: KnownFile, unit: Lines, main: NamedSymbol | null): number {
  const { outline, named } = file;
  const own = outline.units[ordinalOf(file, unit)]?.[2] ?? -1;
  if (!main && own >= 0) return own;
  const around = named.findLast((one) => one.first <= unit.first && one.last >= unit.last);
  const shown = main ?? beginningIn(file, unit)[0] ?? around;
  if (!shown) return -1;
  return outline.named.findIndex(([qualified, , from]) => qualified === shown.qualified && from === shown.first);
}

function nameAt({ outline, named }: KnownFile, first: number, last: number): string | null {
  const unit = outline.units.find(([from]) => from === first);
  const own = unit && outline.named[unit[2]]?.[0];
  return own ?? named.find((one) => one.first >= first && one.first <= last)?.qualified ?? null;
}

async function symbolsOf(deps: Deps, shown: readonly Shown[]): Promise<Map<string, KeptSymbol>> {
  const found = new Map<string, KeptSymbol>();
  for (const [store, group] of Map.groupBy(shown, ({ repository }) => repository.value.store)) {
    const ids = group.map(({ symbol }) => symbol).filter((id) => id !== '');
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
