/**
 * A query answered from the index. A filter that lets few passages through is asked for all of them, and only these are
 * scored; one that lets many through is asked about the best, and about more of them as long as too few have passed. Both
 * ways give the same answer. Phrases are looked for in the same way, best first, in the passages themselves.
 */
import type { PassageHit, WordQuery } from '@zapomni/core/ports';
import type { Database } from '../../connection/database.ts';
import { isNarrow, toCheck } from '../../memories/filter.ts';
import type { FilterLists, ResolvedScope } from '../../memories/filter-lists.ts';
import { expandPrefix } from './dictionary.ts';
import { rankSlots, type Ranking } from './find-words.ts';
import { toStorable } from '../../../../shared/passage-words.ts';
import { keepWithPhrases, type PhraseCheck } from './phrases.ts';
import type { ScoredSlot } from '../../../../shared/top-slots.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

const LISTED_AT_MOST = 5000;
/** How many are looked at first, for k that are wanted. */
const FIRST_LOOK = { perHit: 4, more: 50 };
const DEEPER = 4;
/** The checks are asked about so many at a time: each may be a row to read. */
const CHECKED = 256;
/** A phrase of common words may be in none of very many passages; no more than these are read. */
const READ_AT_MOST = 20_000;

export interface WordSearch {
  readonly query: WordQuery;
  readonly k: number;
  readonly scope: ResolvedScope;
  readonly filters: FilterLists;
}

export function searchWords(db: Database, book: WorkspaceIndex, search: WordSearch): PassageHit[] {
  const { k, scope } = search;
  if (k < 1) return [];
  const wanted = toWanted(search.query);
  const narrow = isNarrow(scope.filter);
  const listed = narrow ? search.filters.passages(scope, LISTED_AT_MOST) : undefined;
  const checks: Check[] = [];
  if (narrow && !listed) checks.push((passages) => keepAllowed(db, scope, passages));
  if (wanted.phrases) checks.push((passages) => keepWithPhrases(db, passages, wanted.phrases as PhraseCheck));
  const query = {
    terms: [...wanted.terms, ...wanted.prefixes.flatMap((prefix) => expandPrefix(db, book, prefix))],
    required: wanted.required,
    excluded: wanted.excluded,
    includeSuperseded: scope.filter.includeSuperseded === true || scope.filter.validAt !== undefined,
    ...(listed ? { within: toSlots(book, listed) } : {}),
  };
  const most = wanted.phrases ? READ_AT_MOST : Infinity;
  const ranking = rankSlots(db, book, query);
  return toHits(db, book, checks.length > 0 ? lookDeeper(book, ranking, { k, checks, most }) : ranking(k));
}

interface Wanted {
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  /** Terms that every hit holds. */
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** What has to be read in the passages; undefined when nothing has. */
  readonly phrases: PhraseCheck | undefined;
}

/** A phrase's terms count like the others; one of a single term needs no reading. */
function toWanted(query: WordQuery): Wanted {
  const required = (query.phrases ?? []).filter((phrase) => phrase.length > 0);
  const excluded = (query.excluded ?? []).filter((phrase) => phrase.length > 0);
  const [longRequired, longExcluded] = [required, excluded].map((all) => all.filter((phrase) => phrase.length > 1));
  const check = { required: longRequired ?? [], excluded: longExcluded ?? [] };
  return {
    terms: [...query.terms, ...required.flat()].map(toStorable),
    prefixes: (query.prefixes ?? []).map(toStorable),
    required: required.flat().map(toStorable),
    excluded: excluded.filter((phrase) => phrase.length === 1).map(([term]) => toStorable(term as string)),
    phrases: check.required.length + check.excluded.length > 0 ? check : undefined,
  };
}

function toSlots(book: WorkspaceIndex, passages: Int32Array): Int32Array {
  const slots = passages.map((passage) => book.slotOf(passage));
  return slots.filter((slot) => slot >= 0).sort();
}

/** Those of the passages that may be answered. */
type Check = (passages: readonly number[]) => ReadonlySet<number>;

interface Look {
  readonly k: number;
  readonly checks: readonly Check[];
  /** No more are looked at. */
  readonly most: number;
}

function lookDeeper(book: WorkspaceIndex, ranking: Ranking, { k, checks, most }: Look): ScoredSlot[] {
  const passed: ScoredSlot[] = [];
  let looked = 0;
  for (let depth = k * FIRST_LOOK.perHit + FIRST_LOOK.more; ; depth *= DEEPER) {
    const best = ranking(Math.min(depth, most));
    while (looked < best.length && passed.length < k) {
      const next = best.slice(looked, looked + CHECKED);
      passed.push(...keepChecked(book, next, checks));
      looked += next.length;
    }
    if (passed.length >= k || best.length < depth) return passed.slice(0, k);
  }
}

function keepChecked(book: WorkspaceIndex, slots: readonly ScoredSlot[], checks: readonly Check[]): ScoredSlot[] {
  return checks.reduce((left: readonly ScoredSlot[], check) => {
    const kept = check(left.map(({ slot }) => book.passageAt(slot)));
    return left.filter(({ slot }) => kept.has(book.passageAt(slot)));
  }, slots) as ScoredSlot[];
}

function keepAllowed(db: Database, { filter, workspace }: ResolvedScope, passages: readonly number[]): Set<number> {
  const { sql, params } = toCheck(filter, workspace, 'p.memory');
  const rows = db.rows<[number]>(
    `SELECT p.id FROM json_each(?) best CROSS JOIN passages p ON p.id = best.value CROSS JOIN memories m ON m.id = p.memory
     WHERE ${sql}`,
    JSON.stringify(passages),
    ...params,
  );
  return new Set(Array.from(rows, ([passage]) => passage));
}

function toHits(db: Database, book: WorkspaceIndex, best: readonly ScoredSlot[]): PassageHit[] {
  const passages = best.map(({ slot }) => book.passageAt(slot));
  const rows = db.rows<[number, string]>(
    `SELECT p.id, m.uuid FROM json_each(?) best
     CROSS JOIN passages p ON p.id = best.value CROSS JOIN memories m ON m.id = p.memory`,
    JSON.stringify(passages),
  );
  const memoryOf = new Map(rows);
  return best.flatMap(({ slot, score }) => {
    const passageId = book.passageAt(slot);
    const memoryId = memoryOf.get(passageId);
    return memoryId === undefined ? [] : { passageId, memoryId, score };
  });
}
