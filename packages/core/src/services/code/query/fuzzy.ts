/**
 * Names that are nearly the one that was written: `get_usr_by_id`, `getUserByID` and `GetUserById` all mean `get_user_by_id`. The words
 * of the repository's texts know which spellings there are; passages that have one say how it is written.
 */
import { toTerms } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { foldName, type KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import type { Looked } from './lookup.ts';
import { containerOf, standsIn, type NameQuery } from './name-query.ts';

const MOST_SPELLINGS = 8;
const MOST_TERMS = 6;
const MOST_PASSAGES = 10;
const MOST_NAMES = 20;
const MOST_OF_NAME = 20;
const SHORTEST = 3;

export async function lookUpFuzzy(deps: Deps, reader: CodeReader, { dotted, lasts }: NameQuery): Promise<Looked> {
  const last = lasts.at(-1) ?? dotted;
  const wanted = squash(last);
  if (wanted.length < SHORTEST) return { found: [], more: false };
  const container = containerOf(dotted, last);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const isNear = (name: string): boolean => Math.abs(name.length - last.length) <= 2 * most && distanceTo(name) <= most;
  const distanceTo = (name: string): number => edits(squash(name), wanted);
  const near = (await symbolsNear(deps, reader, last, isNear))
    .filter((symbol) => standsIn(symbol, container, true))
    .map((symbol) => ({ symbol, distance: distanceTo(symbol.value.name) }));
  const nearest = Math.min(...near.map(({ distance }) => distance));
  const found = near.filter(({ distance }) => distance === nearest);
  return { found: found.map(({ symbol }) => ({ symbol, match: 'fuzzy' })), more: false };
}

type IsNear = (name: string) => boolean;

async function symbolsNear(deps: Deps, reader: CodeReader, name: string, isNear: IsNear): Promise<KeptSymbol[]> {
  const names = (await namesNear(deps, reader, name, isNear)).slice(0, MOST_NAMES);
  const pages = await Promise.all(
    names.map((folded) =>
      reader.symbols.list(reader.store, { index: 'by_name', where: { folded }, descending: true, limit: MOST_OF_NAME }),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** As they are written in the texts, folded. */
async function namesNear({ storage }: Deps, reader: CodeReader, name: string, isNear: IsNear): Promise<string[]> {
  const terms = [...new Set(toTerms(name))].slice(-MOST_TERMS);
  const spellings = await Promise.all(
    terms.map((term) => storage.fullText.similar(term, reader.store, MOST_SPELLINGS)),
  );
  const each = spellings.map((similar, i) => [terms[i] ?? '', ...similar.map(({ term }) => term)]);
  // The whole, in each of its spellings; and all of its parts together, because the end of a misspelt word has another stem.
  const questions = [...(each.at(-1) ?? []).map((term) => ({ terms: [term] })), { terms: each.flat() }];
  const scope = { workspace: reader.store };
  const hits = await Promise.all(questions.map((question) => storage.fullText.search(question, MOST_PASSAGES, scope)));
  const passages = await storage.memories.passages(hits.flat().map(({ passageId }) => passageId));
  const written = new Set(passages.flatMap(({ text }) => text.match(NAME) ?? []));
  return [...new Set([...written].filter(isNear).map(foldName))];
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
