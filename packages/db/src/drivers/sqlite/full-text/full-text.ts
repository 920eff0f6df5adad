/**
 * Search by words: the port, over one index per workspace. In a store from before `postings/` the older index answers for
 * a workspace until its own is made.
 */
import type { PassageHit, TermFrequency, FullTextIndex, WordFrequencies, WordQuery } from '@zapomni/core/ports';
import type { Scope } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { countInFts, hasFts, searchFts } from './fts5-words.ts';
import { countPassages, findSimilar } from './search/dictionary.ts';
import { toStorable } from '../../../shared/passage-words.ts';
import { searchWords } from './search/search-words.ts';
import { WorkspaceIndex } from './search/workspace-index.ts';
import type { FullTextUpkeep } from './upkeep/upkeep.ts';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

/** One workspace's words. */
interface Words {
  search(query: WordQuery, k: number, scope: Scope): PassageHit[];
  similar(term: string, limit: number): TermFrequency[];
  frequencies(terms: readonly string[]): WordFrequencies;
}

export function createFullText(store: Store, upkeep: FullTextUpkeep): Served<FullTextIndex> {
  const { db } = store;
  const books = new Map<number, WorkspaceIndex>();
  const ask = <Result>(workspace: string, question: (words: Words) => Result): Result | undefined => {
    const answer = store.read(() => {
      const id = workspaceId(db, workspace);
      if (id === undefined) return undefined;
      return question(isInFts(db, id) ? ftsWords(db, id) : bookWords(store, openBook(db, books, id)));
    });
    upkeep.tend();
    return answer;
  };
  return {
    search: (query, k, scope) => ask(scope.workspace, (words) => words.search(query, k, scope)) ?? [],
    similar: (term, workspace, limit) => ask(workspace, (words) => words.similar(term, limit)) ?? [],
    frequencies: (terms, workspace) =>
      ask(workspace, (words) => words.frequencies(terms)) ?? { passages: 0, counts: terms.map(() => 0) },
  };
}

/** Up to date with the transaction under way. */
function openBook(db: Database, books: Map<number, WorkspaceIndex>, workspace: number): WorkspaceIndex {
  const book = books.get(workspace) ?? new WorkspaceIndex(workspace);
  books.set(workspace, book);
  book.follow(db);
  return book;
}

function bookWords({ db, filters }: Store, book: WorkspaceIndex): Words {
  return {
    search: (query, k, { filter = {} }) =>
      searchWords(db, book, { query, k, scope: { workspace: book.workspace, filter }, filters }),
    similar: (term, limit) => findSimilar(db, book, toStorable(term), limit),
    frequencies: (terms) => ({
      passages: book.counts.passages,
      counts: terms.map((term) => countPassages(db, book, toStorable(term))),
    }),
  };
}

function isInFts(db: Database, workspace: number): boolean {
  if (!hasFts(db)) return false;
  const staleTo = db.value<number | null>('SELECT stale_to FROM word_indexes WHERE workspace = ?', workspace);
  return typeof staleTo === 'number';
}

/** Has no list of terms to search for a similar one. */
function ftsWords(db: Database, workspace: number): Words {
  return {
    search: (query, k, { filter = {} }) => (k < 1 ? [] : searchFts(db, query, k, { workspace, filter })),
    similar: () => [],
    frequencies: (terms) => ({
      passages: db.value<number>('SELECT passages FROM workspaces WHERE id = ?', workspace) ?? 0,
      counts: terms.map((term) => countInFts(db, term, workspace)),
    }),
  };
}
