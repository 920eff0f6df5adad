/** The outline as text: as many of the most important symbols as the budget has room for, each in its file, in the order of the paths. */
import { estimateTokens } from '../../../model/index.ts';
import type { KeptFile, KeptSymbol } from '../store/index.ts';

export interface MapParts {
  readonly name: string;
  readonly path: string;
  readonly files: readonly KeptFile[];
  /** The most important first. */
  readonly symbols: readonly KeptSymbol[];
  /** Also those that are only shown around others. */
  readonly all: ReadonlyMap<string, KeptSymbol>;
  /** How many there are. */
  readonly total: number;
  /** Packages that it needs, in words, the most wanted first. */
  readonly needs: readonly string[];
}

export interface MapText {
  readonly text: string;
  readonly tokens: number;
  readonly files: { readonly shown: number; readonly total: number };
  readonly symbols: { readonly shown: number; readonly total: number };
}

const MOST_FOLDERS = 12;
const MOST_NEEDS = 20;
const LONGEST_SIGNATURE = 160;

/** The largest that fits, found by halving; a map of nothing but its heading where not even one symbol does. */
export function fitMap(parts: MapParts, budget: number): MapText {
  let [least, most] = [0, parts.symbols.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (mapOf(parts, middle).tokens <= budget) least = middle;
    else most = middle - 1;
  }
  const map = mapOf(parts, least);
  return map.tokens <= budget ? map : cut(map, budget);
}

/** Without its folders, and then without the end of its heading: a name can be longer than a budget. */
function cut(map: MapText, budget: number): MapText {
  let text = map.text.slice(0, map.text.indexOf('\n'));
  while (estimateTokens(text) > budget) text = text.slice(0, -1);
  return { ...map, text: text.toWellFormed(), tokens: Math.ceil(estimateTokens(text)) };
}

function mapOf(parts: MapParts, count: number): MapText {
  const chosen = withParents(parts, count);
  const byFile = Map.groupBy(chosen, ({ value }) => value.path);
  const paths = [...byFile.keys()].sort();
  const shown = {
    files: { shown: paths.length, total: parts.files.length },
    symbols: { shown: chosen.length, total: parts.total },
  };
  const text = [
    heading(parts),
    foldersLine(parts),
    ...needsLine(parts),
    ...paths.flatMap((path) => ['', `${path}`, ...outline(byFile.get(path) ?? [])]),
    '',
    leftOut(shown),
  ].join('\n');
  return { text, tokens: Math.ceil(estimateTokens(text)), ...shown };
}

/** A method says little without its class. */
function withParents({ symbols, all }: MapParts, count: number): KeptSymbol[] {
  const chosen = new Set<KeptSymbol>();
  for (const { key } of symbols.slice(0, count)) {
    for (let at = all.get(key); at && !chosen.has(at); at = all.get(at.value.parent ?? '')) chosen.add(at);
  }
  return [...chosen];
}

function heading({ name, path, files, total }: MapParts): string {
  const place = path === '' ? name : `${name}, ${path}`;
  return `${place}: ${files.length} files, ${total} symbols`;
}

/** What lies directly below, with the most files first. */
function foldersLine({ path, files }: MapParts): string {
  const depth = path === '' ? 0 : path.length + 1;
  const counts = new Map<string, number>();
  for (const { value } of files) {
    const at = value.path.indexOf('/', depth);
    const folder = at === -1 ? './' : value.path.slice(depth, at + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const named = sorted.slice(0, MOST_FOLDERS).map(([folder, n]) => `${folder} ${n}`);
  const rest = sorted.length - named.length;
  return `Files by folder: ${named.join(', ')}${rest > 0 ? ` and ${rest} more folders` : ''}`;
}

function needsLine({ needs }: MapParts): string[] {
  if (needs.length === 0) return [];
  const rest = needs.length - MOST_NEEDS;
  return [`Needs: ${needs.slice(0, MOST_NEEDS).join(', ')}${rest > 0 ? ` and ${rest} more packages` : ''}`];
}

function outline(symbols: readonly KeptSymbol[]): string[] {
  const shown = new Map(symbols.map((symbol) => [symbol.key, symbol]));
  const depthOf = ({ value }: KeptSymbol): number => {
    const parent = shown.get(value.parent ?? '');
    return parent ? depthOf(parent) + 1 : 1;
  };
  return symbols
    .toSorted((a, b) => a.value.line - b.value.line || depthOf(a) - depthOf(b))
    .map((symbol) => `${'  '.repeat(depthOf(symbol))}${symbol.value.line}: ${signatureOf(symbol)}`);
}

function signatureOf({ value }: KeptSymbol): string {
  const said = value.signature || `${value.kind} ${value.name}`;
  return said.length <= LONGEST_SIGNATURE ? said : `${said.slice(0, LONGEST_SIGNATURE).toWellFormed()}…`;
}

function leftOut({ files, symbols }: Pick<MapText, 'files' | 'symbols'>): string {
  const missing = { files: files.total - files.shown, symbols: symbols.total - symbols.shown };
  if (missing.symbols <= 0 && missing.files <= 0) return 'Nothing is left out.';
  return `Left out: ${missing.symbols} of ${symbols.total} symbols, ${missing.files} of ${files.total} files.`;
}
