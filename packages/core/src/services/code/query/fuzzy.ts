/**
 * Names that are nearly the one that was written: `get_usr_by_id`, `getUserByID` and `GetUserById` all mean `get_user_by_id`. The words
 * of the repository's texts know which spellings there are; its files say which symbols have them.
 */
import { toTerms } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import type { Looked } from './lookup.ts';
import { containerOf, standsIn, type NameQuery } from './name-query.ts';

const MOST_SPELLINGS = 8;
const MOST_PASSAGES = 20;
const SHORTEST = 3;

export async function lookUpFuzzy(deps: Deps, reader: CodeReader, { dotted, lasts }: NameQuery): Promise<Looked> {
  const last = lasts.at(-1) ?? dotted;
  const wanted = squash(last);
  if (wanted.length < SHORTEST) return { found: [], more: false };
  const container = containerOf(dotted, last);
  const near = (await symbolsNear(deps, reader, last))
    .filter((symbol) => standsIn(symbol, container, true))
    .map((symbol) => ({ symbol, distance: edits(squash(symbol.value.name), wanted) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 4)));
  const nearest = Math.min(...near.map(({ distance }) => distance));
  const found = near.filter(({ distance }) => distance === nearest);
  return { found: found.map(({ symbol }) => ({ symbol, match: 'fuzzy' })), more: false };
}

/** Symbols of the files whose words are nearly these. */
async function symbolsNear({ storage }: Deps, reader: CodeReader, name: string): Promise<KeptSymbol[]> {
  const whole = toTerms(name).at(-1);
  if (whole === undefined) return [];
  const similar = await storage.fullText.similar(whole, reader.store, MOST_SPELLINGS);
  const terms = [whole, ...similar.map(({ term }) => term)];
  const scope = { workspace: reader.store };
  const hits = await Promise.all(terms.map((term) => storage.fullText.search({ terms: [term] }, MOST_PASSAGES, scope)));
  const memories = [...new Set(hits.flat().map(({ memoryId }) => memoryId))].slice(0, MOST_PASSAGES * 2);
  const pages = await Promise.all(
    memories.map((memory) => reader.files.list(reader.store, { index: 'by_memory', where: { memory }, limit: 1 })),
  );
  const files = pages.flatMap(({ items }) => items).filter(({ value }) => value.state !== 'stale');
  return (await Promise.all(files.map(({ key }) => reader.symbolsIn(key)))).flat();
}

/** What `get_user`, `getUser` and `get-user` have in common. */
export function squash(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Letters to change, add, drop or swap with their neighbour. */
export function edits(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = isSwapped(a, i, b, j) ? at(before, j - 2) + 1 : Infinity;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, change, swap));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], place: number): number {
  return row[place] as number;
}

function isSwapped(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
