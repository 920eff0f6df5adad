/** Symbols of one repository that a name can mean, by how well it fits. */
import { fileKey, foldName, type KeptFile, type KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import { containerOf, endsInPath, readName, standsIn, type NameQuery } from './name-query.ts';

/** In the order of how much they say. `case`: but for the case of its letters. */
export const MATCHES = ['id', 'place', 'exact', 'case', 'prefix', 'fuzzy'] as const;
export type Match = (typeof MATCHES)[number];

export interface Candidate {
  readonly symbol: KeptSymbol;
  readonly match: Match;
}

export interface Looked {
  readonly found: readonly Candidate[];
  /** There may be more that were not looked at. */
  readonly more: boolean;
}

/** Symbols of one name that are looked at; what they stand in tells them apart. */
const MOST_ALIKE = 200;
export const MOST_BARE = 25;
const MOST_CONTAINERS = 20;
/** Files whose paths are compared where none has the path that was given. */
const MOST_FILES = 20_000;
const PAGE = 1000;
const ID = /^[0-9a-f]{32}$/;
const NONE: Looked = { found: [], more: false };

type SymbolPage = Awaited<ReturnType<CodeReader['symbols']['list']>>;

/** What the name means as it is written; `isThorough` looks at more of those that have it than anybody reads. */
export async function lookUp(reader: CodeReader, query: NameQuery, isThorough = false): Promise<Looked> {
  if (ID.test(query.text)) {
    const symbol = await reader.symbols.get(reader.store, query.text);
    if (symbol) return { found: [{ symbol, match: 'id' }], more: false };
  }
  if (query.place) {
    const found = await atPlace(reader, query.place);
    if (found.length > 0) return { found, more: false };
  }
  if (query.inFile) {
    const { path, name } = query.inFile;
    const { found, more } = await named(reader, readName(name), { path: await pathIn(reader, path) });
    if (found.length > 0) return { found, more };
  }
  return named(reader, query, { isThorough });
}

/** The innermost symbol of the line. */
async function atPlace(reader: CodeReader, { path, line }: { path: string; line: number }): Promise<Candidate[]> {
  const files = await filesAt(reader, path);
  const found = await Promise.all(files.map(({ key }) => innermost(reader, key, line)));
  return found.flatMap((symbol) => (symbol ? [{ symbol, match: 'place' as const }] : []));
}

async function innermost(reader: CodeReader, file: string, line: number): Promise<KeptSymbol | null> {
  const around = (await reader.symbolsIn(file)).filter(({ value: { lines } }) => lines[0] <= line && line <= lines[1]);
  const span = ({ value: { lines } }: KeptSymbol): number => lines[1] - lines[0];
  return around.sort((a, b) => span(a) - span(b))[0] ?? null;
}

/** By its path from the root, also with the root before it; else all that end so. */
export async function filesAt(reader: CodeReader, path: string): Promise<readonly KeptFile[]> {
  const own = await pathIn(reader, path);
  const exact = await reader.files.get(reader.store, fileKey(own));
  if (exact) return exact.value.state === 'stale' ? [] : [exact];
  const found: KeptFile[] = [];
  let looked = 0;
  for (let cursor: string | null | undefined; cursor !== null && looked < MOST_FILES;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await reader.files.list(reader.store, { limit: PAGE, ...place });
    found.push(...page.items.filter(({ value }) => value.state !== 'stale' && endsInPath(value.path, own)));
    looked += page.items.length;
    cursor = page.next;
  }
  return found;
}

async function pathIn({ repository }: CodeReader, path: string): Promise<string> {
  const root = `${repository.value.root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return path.startsWith(root) ? path.slice(root.length) : path;
}

interface Narrowing {
  readonly path?: string;
  readonly isThorough?: boolean;
}

async function named(reader: CodeReader, { dotted, lasts }: NameQuery, narrowing: Narrowing): Promise<Looked> {
  const { path, isThorough = false } = narrowing;
  const fits = ({ value }: KeptSymbol): boolean => path === undefined || endsInPath(value.path, path);
  for (const last of lasts) {
    const container = containerOf(dotted, last);
    const page = await alike(reader, last, container === '' && path === undefined && !isThorough);
    const found = judge(page.items.filter(fits), last, container);
    const more = page.next !== null;
    if (found.length > 0 && !(more && container !== '')) return { found, more };
    const others = more ? await rest(reader, { last, container, cursor: page.next, fits }) : NONE;
    const all = unique([...found, ...others.found]);
    if (all.length > 0) return { found: all, more: others.more };
  }
  return NONE;
}

/** A bare name is answered with the most important that have it; to tell some from the others more are looked at. */
async function alike(reader: CodeReader, name: string, isBare: boolean): Promise<Pick<SymbolPage, 'items' | 'next'>> {
  const first = await pageOf(reader, name, MOST_BARE);
  const isEnough = isBare && first.items.some(({ value }) => value.name === name);
  if (first.next === null || isEnough) return first;
  const more = await pageOf(reader, name, MOST_ALIKE - MOST_BARE, first.next);
  return { items: [...first.items, ...more.items], next: more.next };
}

function pageOf(reader: CodeReader, name: string, limit: number, cursor?: string): Promise<SymbolPage> {
  return reader.symbols.list(reader.store, {
    index: 'by_name',
    where: { folded: foldName(name) },
    descending: true,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  });
}

/** As it is written, if any is; else whatever the case of the letters. */
function judge(symbols: readonly KeptSymbol[], last: string, container: string): Candidate[] {
  const exact = symbols.filter((symbol) => symbol.value.name === last && standsIn(symbol, container));
  if (exact.length > 0) return exact.map((symbol) => ({ symbol, match: 'exact' }));
  const folded = symbols.filter(
    (symbol) => symbol.value.name.toLowerCase() === last.toLowerCase() && standsIn(symbol, container, true),
  );
  return folded.map((symbol) => ({ symbol, match: 'case' }));
}

interface Rest {
  readonly last: string;
  readonly container: string;
  readonly cursor: string | null;
  fits(symbol: KeptSymbol): boolean;
}

const MOST_PAGES = 5;

/** Thousands have the name: by what they stand in, and then a few pages more for members that are written elsewhere. */
async function rest(reader: CodeReader, { last, container, cursor, fits }: Rest): Promise<Looked> {
  if (container === '') {
    const page = cursor === null ? null : await pageOf(reader, last, MOST_ALIKE, cursor);
    return { found: judge((page?.items ?? []).filter(fits), last, container), more: (page?.next ?? null) !== null };
  }
  const inside = judge((await membersOf(reader, container, last)).filter(fits), last, container);
  if (inside.length > 0) return { found: inside, more: false };
  let next = cursor;
  for (let i = 0; i < MOST_PAGES && next !== null; i++) {
    const page: SymbolPage = await pageOf(reader, last, MOST_ALIKE, next);
    const found = judge(page.items.filter(fits), last, container);
    if (found.length > 0) return { found, more: page.next !== null };
    next = page.next;
  }
  return { found: [], more: next !== null };
}

/** Members of that name of all that the end of the container can be. */
async function membersOf(reader: CodeReader, container: string, last: string): Promise<KeptSymbol[]> {
  const owner = container.slice(0, -1);
  const name = owner.slice(owner.lastIndexOf('.') + 1);
  const { items } = await pageOf(reader, name, MOST_ALIKE);
  const owners = items.filter((symbol) => standsIn(symbol, containerOf(owner, name), true)).slice(0, MOST_CONTAINERS);
  const inside = await Promise.all(owners.map(({ value }) => reader.symbolsIn(value.file, value.lines)));
  return inside.flat().filter(({ value }) => value.name.toLowerCase() === last.toLowerCase());
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.symbol.key, one])).values()];
}

/** Of those that begin so, as many as are looked at. */
const MOST_BEGINNING = 100;

export async function lookUpPrefix(reader: CodeReader, { dotted, lasts }: NameQuery): Promise<Looked> {
  const last = lasts.at(-1) ?? dotted;
  const range = { index: 'by_name', prefix: foldName(last), limit: MOST_BEGINNING } as const;
  const { items, next } = await reader.symbols.list(reader.store, range);
  const container = containerOf(dotted, last);
  const found = items.filter((symbol) => standsIn(symbol, container, true));
  return { found: found.map((symbol) => ({ symbol, match: 'prefix' })), more: next !== null };
}

/** Best first: how it fits, what is no test, what is important, where it stands. */
export function byMatch(a: Candidate, b: Candidate): number {
  return (
    MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
    Number(a.symbol.value.is_test) - Number(b.symbol.value.is_test) ||
    byImportance(a.symbol, b.symbol)
  );
}

export function byImportance({ value: a }: KeptSymbol, { value: b }: KeptSymbol): number {
  return b.importance - a.importance || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}
