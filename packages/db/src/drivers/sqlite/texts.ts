/**
 * Search by words, ranked by FTS5's BM25. Finding the matches is cheap (0.07 µs each), ranking them is not (1 µs), so what
 * is out of scope is thrown out before it is ranked, in the cheapest of three ways:
 *
 * - most matches are in scope: rank all, keep somewhat more than are wanted, and check these;
 * - the filter lets few passages through: list them, and rank only matches that are on the list;
 * - otherwise look each match up.
 */
import type { PassageHit, TextIndex } from '@zapomni/core/ports';
import type { MemoryFilter, Scope } from '@zapomni/core/model';
import type { Database } from './database.ts';
import { isNarrow, toCondition, type Condition } from './filter.ts';
import type { Served } from './protocol.ts';
import { listPassages, type ResolvedScope } from './scope-passages.ts';
import type { Store } from './store.ts';

/** How many are looked at first, for k that are wanted. */
const FIRST_LOOK = { perHit: 2, more: 50 };
/** The share of all passages that a workspace must hold for the first look to be worth its while. */
const WORTHWHILE_SHARE = 0.5;
const LISTED_AT_MOST = 5000;

export function createTexts(store: Store): Served<TextIndex> {
  return { search: (terms, k, scope) => store.read(() => search(store.db, terms, k, scope)) };
}

interface WordQuery extends ResolvedScope {
  readonly match: string;
  readonly k: number;
}

type HitRow = readonly [passage: number, memory: string, badness: number];

function search(db: Database, terms: readonly string[], k: number, scope: Scope): PassageHit[] {
  const place = findPlace(db, scope.workspace);
  if (place === undefined || terms.length === 0 || k < 1) return [];
  const query = { match: toMatch(terms), k, workspace: place.id, filter: scope.filter ?? {} };
  const rows = isNarrow(query.filter) ? searchNarrow(db, query) : searchWorkspace(db, query, place.share);
  return rows.map(([passageId, memoryId, badness]) => ({ passageId, memoryId, score: -badness }));
}

function findPlace(db: Database, workspace: string): { id: number; share: number } | undefined {
  return db.get(
    'SELECT id, passages * 1.0 / (SELECT max(sum(passages), 1) FROM workspaces) AS share FROM workspaces WHERE name = ?',
    workspace,
  );
}

function searchWorkspace(db: Database, query: WordQuery, share: number): HitRow[] {
  const best = share >= WORTHWHILE_SHARE ? searchBest(db, query) : undefined;
  return best ?? rankWhere(db, query, { sql: 'TRUE', params: [] });
}

/** Undefined when too few of the best were in scope to be sure. */
function searchBest(db: Database, { match, k, workspace, filter }: WordQuery): HitRow[] | undefined {
  const depth = k * FIRST_LOOK.perHit + FIRST_LOOK.more;
  const ranked = 'SELECT rowid, bm25(words) AS badness FROM words WHERE words MATCH ? ORDER BY badness LIMIT ?';
  const best = [...db.rows<[number, number]>(ranked, match, depth)];
  const inScope = db.rows<HitRow>(
    `SELECT p.id, m.uuid, best.value ->> 1
     FROM json_each(?) best CROSS JOIN passages p ON p.id = best.value ->> 0 CROSS JOIN memories m ON m.id = p.memory
     WHERE p.workspace = ? ${whenLive(filter)} LIMIT ?`,
    JSON.stringify(best),
    workspace,
    k,
  );
  const hits = [...inScope];
  return hits.length === k || best.length < depth ? hits : undefined;
}

function searchNarrow(db: Database, query: WordQuery): HitRow[] {
  const listed = listPassages(db, query, LISTED_AT_MOST);
  if (!listed) return rankWhere(db, query, toCondition(query.filter, query.workspace));
  // The plus sign: FTS5 would otherwise search once for each passage on the list.
  const onList = '+words.rowid IN (SELECT value FROM json_each(?))';
  return rankWhere(db, query, { sql: onList, params: [JSON.stringify(listed)] });
}

/** CROSS JOIN keeps the order of the tables: matches first, and only then what they belong to. */
function rankWhere(db: Database, { match, k, workspace, filter }: WordQuery, { sql, params }: Condition): HitRow[] {
  const rows = db.rows<HitRow>(
    `SELECT p.id, m.uuid, bm25(words) AS badness
     FROM words CROSS JOIN passages p ON p.id = words.rowid CROSS JOIN memories m ON m.id = p.memory
     WHERE words MATCH ? AND p.workspace = ? ${whenLive(filter)} AND ${sql} ORDER BY badness LIMIT ?`,
    match,
    workspace,
    ...params,
    k,
  );
  return [...rows];
}

function whenLive(filter: MemoryFilter): string {
  return filter.includeSuperseded ? '' : 'AND p.live';
}

/** Any of the terms; quoted, so that none is read as an operator, and without NUL, at which FTS5 would stop reading. */
function toMatch(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""').replaceAll('\0', ' ')}"`).join(' OR ');
}
