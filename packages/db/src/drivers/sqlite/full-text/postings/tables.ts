/**
 * How the words of passages lie in the store.
 *
 *   word_indexes    one row a workspace: how many passages, how long in all, how many of them in the tail
 *   word_tail       fresh passages, one row each, written with the passage itself
 *   word_segments   thousands of passages turned over: by term, not by passage
 *     ├─ word_documents   which passages, and how long each is; a thousand to a row, numbered from 0 on (its slot)
 *     └─ word_blocks      terms in order, each with its postings; several terms to a row, or several rows to a term
 *   word_log        what happened to passages and segments that other processes may have read already
 *
 * A segment is `ready` (searched), `building` (segments are being merged into it), `waiting` (made by newer rules, takes
 * the place of the workspace's others when all are made) or `dropped` (its rows are being deleted). Whatever its state, a
 * passage that is removed is taken out of it at once. Segments of one state and workspace do not overlap in passages, and
 * all passages in the tail come after them.
 */
export const WORD_TABLES = `
  CREATE TABLE word_indexes (
    workspace INTEGER PRIMARY KEY,
    passages INTEGER NOT NULL DEFAULT 0,
    length INTEGER NOT NULL DEFAULT 0,
    tail INTEGER NOT NULL DEFAULT 0,
    stale_to INTEGER
  );

  CREATE TABLE word_tail (
    workspace INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    length INTEGER NOT NULL,
    terms TEXT NOT NULL,
    counts BLOB NOT NULL,
    PRIMARY KEY (workspace, passage)
  ) WITHOUT ROWID;

  CREATE TABLE word_segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    state TEXT NOT NULL,
    slots INTEGER NOT NULL,
    passages INTEGER NOT NULL,
    length INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    merged_into INTEGER,
    merged_to TEXT
  );
  CREATE INDEX word_segments_by_workspace ON word_segments (workspace, first);
  CREATE INDEX word_segments_unfinished ON word_segments (state) WHERE state IN ('building', 'dropped');

  CREATE TABLE word_documents (
    segment INTEGER NOT NULL,
    first INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (segment, first)
  ) WITHOUT ROWID;

  CREATE TABLE word_blocks (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    term TEXT NOT NULL,
    start INTEGER NOT NULL,
    count INTEGER NOT NULL,
    others TEXT NOT NULL,
    data BLOB NOT NULL
  );
  CREATE UNIQUE INDEX word_blocks_by_term ON word_blocks (segment, term, start, count);

  CREATE TABLE word_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    change TEXT NOT NULL,
    passage INTEGER
  );

  CREATE INDEX passages_superseded ON passages (workspace, id) WHERE live = 0;
`;
