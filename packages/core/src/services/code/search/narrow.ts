/** What narrows a search of code: folders, languages, kinds of symbols, one symbol and what is in it, and whether tests count. */
import { ZapomniError } from '../../../errors/index.ts';
import type { MemoryFilter, MetadataCondition } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FILES, CODE_SYMBOLS, foldName, type KeptRepository, type SymbolRecord } from '../store/index.ts';
import type { KnownFile } from './found-files.ts';
import type { FoundUnit } from './rank-files.ts';

export interface Narrowing {
  /** A folder or file from the root, or a pattern with * and **. */
  readonly path?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  /** Of the symbol that a unit shows: function, class … */
  readonly kinds?: readonly string[] | undefined;
  /** A short or qualified name: it, and what is in it. */
  readonly symbol?: string | undefined;
  readonly includeTests?: boolean | undefined;
  /** What else must hold for the memory of the file. */
  readonly filter?: MemoryFilter | undefined;
}

export interface Narrowed {
  /** For the store, before the best are cut. */
  readonly filter: MemoryFilter | undefined;
  /** The rest: the file with the units that are left, or null. */
  keep(file: KnownFile): KnownFile | null;
}

/** Null when nothing in the repository can fit. */
export async function narrow(deps: Deps, repository: KeptRepository, narrowing: Narrowing): Promise<Narrowed | null> {
  const { store } = repository.value;
  const within = narrowing.symbol === undefined ? null : await placesOf(deps, store, narrowing.symbol);
  if (within?.size === 0) return null;
  const ids = within ? { ids: await memoriesOf(deps, store, [...within.keys()]) } : {};
  const metadata = [...conditions(repository, narrowing), ...(narrowing.filter?.metadata ?? [])];
  const filter = { ...narrowing.filter, ...(metadata.length > 0 ? { metadata } : {}), ...ids };
  return {
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    keep: (file) => (fits(narrowing, file) ? keepUnits(file, narrowing.kinds ?? [], linesIn(within, file.key)) : null),
  };
}

function conditions({ value }: KeptRepository, { path, languages = [] }: Narrowing): MetadataCondition[] {
  return [
    ...(value.counts.stale > 0 ? [{ field: 'stale', op: 'ne' as const, value: true }] : []),
    ...(languages.length > 0 ? [{ field: 'language', op: 'in' as const, value: languages }] : []),
    ...(path === undefined ? [] : below(path)),
  ];
}

/** Files that a name or a path means were not found under the filter. */
function fits({ path, languages = [], includeTests = true, filter }: Narrowing, file: KnownFile): boolean {
  if (filter && file.units.length === 0) return false;
  if (!includeTests && file.isTest) return false;
  if (path !== undefined && !pattern(path).test(file.path)) return false;
  return languages.length === 0 || languages.includes(file.language ?? 'text');
}

function linesIn(within: Map<string, Lines[]> | null, key: string): readonly Lines[] | null {
  return within ? (within.get(key) ?? []) : null;
}

type Lines = SymbolRecord['lines'];

function keepUnits(file: KnownFile, kinds: readonly string[], within: readonly Lines[] | null): KnownFile | null {
  if (kinds.length === 0 && within === null) return file;
  const isIn = ({ first, last }: FoundUnit): boolean =>
    within?.some(([from, to]) => last >= from && first <= to) ?? true;
  const isOf = (unit: FoundUnit): boolean =>
    kinds.length === 0 || kindsOf(file, unit).some((kind) => kinds.includes(kind));
  const units = file.units.filter((unit) => isIn(unit) && isOf(unit));
  const named = file.named.filter(
    ({ kind, first, last }) =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (within?.some(([from, to]) => first >= from && last <= to) ?? true),
  );
  return units.length + named.length === 0 ? null : { ...file, units, named };
}

/** Of what begins in it; of the middle of a function, the function's. */
function kindsOf({ outline }: KnownFile, { first, shown }: FoundUnit): string[] {
  if (shown.length > 0) return shown.map(({ kind }) => kind);
  const unit = outline.units.find(([from]) => from === first);
  const kind = unit && outline.named[unit[2]]?.[1];
  return kind === undefined ? [] : [kind];
}

const MOST_SYMBOLS = 200;

async function placesOf(deps: Deps, store: string, named: string): Promise<Map<string, Lines[]>> {
  const parts = named.replace(/\(\)$/u, '').split(/\.|::|#|->/u);
  const folded = foldName(parts.at(-1) ?? '');
  const query = { index: 'by_name' as const, where: { folded }, descending: true, limit: MOST_SYMBOLS };
  const { items } = await collection(deps, CODE_SYMBOLS).list(store, query);
  const asked = `.${parts.join('.').toLowerCase()}`;
  const meant = items.filter(({ value }) => `.${value.qualified.toLowerCase()}`.endsWith(asked));
  const places = new Map<string, Lines[]>();
  for (const { value } of meant) places.set(value.file, [...(places.get(value.file) ?? []), value.lines]);
  return places;
}

async function memoriesOf(deps: Deps, store: string, files: readonly string[]): Promise<string[]> {
  const kept = await collection(deps, CODE_FILES).getMany(store, files);
  return kept.flatMap(({ value }) => value.memory ?? []);
}

export function noSuchSymbol(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'symbol: nothing of this name is indexed.', {
    hint: 'find_symbol and `zapomni code find` show names that come near.',
    issues: [{ field: 'symbol', error: 'not found' }],
  });
}

/** Strings compare by code point, so that what begins with a text lies between it and it with the last of all behind. */
function below(path: string): MetadataCondition[] {
  const fixed = tidy(path).split(/[*?]/u)[0] ?? '';
  if (fixed === '') return [];
  return [
    { field: 'path', op: 'gte', value: fixed },
    { field: 'path', op: 'lt', value: `${fixed}\u{10FFFF}` },
  ];
}

function tidy(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/u, '')
    .replace(/\/+$/u, '');
}

/** `*` within a name, `**` across folders; without either the file itself or all below the folder. */
function pattern(path: string): RegExp {
  const given = tidy(path);
  const escaped = given.replaceAll(/[\\^$+.()|[\]{}]/gu, String.raw`\$&`);
  if (!/[*?]/u.test(given)) return new RegExp(`^${escaped}(?:/|$)`, 'u');
  const body = escaped
    .replaceAll('**/', '\u0001')
    .replaceAll('**', '\u0002')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0001', '(?:.*/)?')
    .replaceAll('\u0002', '.*');
  return new RegExp(`^${body}$`, 'u');
}
