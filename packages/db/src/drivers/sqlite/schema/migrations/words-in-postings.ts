/**
 * Version 2: words in postings of our own. Only makes the tables: the index is filled while nobody waits, and the FTS5
 * table of version 1 answers until then.
 */
import type { MigrationStep } from '../migrate.ts';
import { markStale } from '../../full-text/upkeep/reindex.ts';
import { WORD_TABLES } from '../../full-text/postings/tables.ts';

export const WORDS_IN_POSTINGS: MigrationStep = {
  to: 2,
  rewritesData: false,
  run: (db) => {
    db.exec(WORD_TABLES);
    markStale(db);
  },
};
