import { ENDED_KIND } from '@zapomni/core/model';

/**
 * The tables of a store; those of the words are in `full-text/postings/tables.ts`, those of packed vectors in `vectors/segments/tables.ts`,
 * those of the graph in `graph/tables.ts`, those of collections in `records/tables.ts`, those of work in `work/tables.ts`.
 *
 *   workspaces ─┬─ memories ─┬─ memory_texts     the text, as UTF-8 bytes
 *               │            ├─ memory_tags      for the filter
 *               │            ├─ memory_history   earlier states
 *               │            └─ passages ─┬─ word_…    found by the passage's terms
 *               │                         ├─ vectors   one per embedding model
 *               │                         ├─ pending   waits for a vector of the queue's model
 *               │                         └─ mentions  what it names, see the graph
 *               └─ (counts, kept in step by every change)
 *
 * Texts are BLOBs: NUL bytes survive, and a passage is cut by byte offsets without decoding the whole. `index_log`
 * names every passage whose vector or liveness changed, so that other processes' copies of the vectors can follow.
 * `change_log` names what was added, changed or removed, so that other processes can tell their clients.
 */
export const SCHEMA_VERSION = 7;

/** Marks the file as ours: "Zapm". */
export const APPLICATION_ID = 0x5a61706d;

/** Five vectors of 384 floats fit a page of this size; of the default size, two with a third wasted. */
export const PAGE_SIZE = 8192;
/** Whether a text is there already. Partial, because what is superseded may be said again. */
export const TEXT_INDEX =
  'CREATE INDEX IF NOT EXISTS memories_by_text ON memories (workspace, hash) WHERE superseded_by IS NULL';

/** How many files are gone, which lists leave out: counting all others takes far longer. */
export const ENDED_INDEX = `CREATE INDEX IF NOT EXISTS memories_ended ON memories (workspace, superseded_by) WHERE kind = '${ENDED_KIND}'`;

/** How many of its memories are superseded: counting them takes longer than a page of those that are not. */
export const SUPERSEDED_COUNT = 'ALTER TABLE workspaces ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0';

export const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

  CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    memories INTEGER NOT NULL DEFAULT 0,
    passages INTEGER NOT NULL DEFAULT 0
  );
  ${SUPERSEDED_COUNT};

  CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    workspace INTEGER NOT NULL,
    kind TEXT NOT NULL,
    tags TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,
    hash TEXT NOT NULL,
    key TEXT,
    occurred_at INTEGER,
    happened_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    superseded_by TEXT,
    supersedes TEXT,
    length INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    preview TEXT NOT NULL,
    passage_count INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX memories_by_key ON memories (workspace, key) WHERE key IS NOT NULL;
  CREATE INDEX memories_by_time ON memories (workspace, happened_at, id, superseded_by);
  CREATE INDEX memories_by_source ON memories (workspace, source, happened_at);
  ${TEXT_INDEX};
  ${ENDED_INDEX};

  CREATE TABLE memory_texts (memory INTEGER PRIMARY KEY, body BLOB NOT NULL);

  CREATE TABLE memory_tags (
    workspace INTEGER NOT NULL,
    tag TEXT NOT NULL,
    memory INTEGER NOT NULL,
    PRIMARY KEY (workspace, tag, memory)
  ) WITHOUT ROWID;

  CREATE TABLE memory_history (
    id INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL,
    version INTEGER NOT NULL,
    recorded_to INTEGER NOT NULL,
    state TEXT NOT NULL,
    body BLOB,
    UNIQUE (memory, version)
  );

  CREATE TABLE tombstones (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL,
    workspace TEXT NOT NULL,
    hash TEXT NOT NULL,
    removed_at INTEGER NOT NULL
  );

  CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    live INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL
  );
  CREATE INDEX passages_by_memory ON passages (memory, ordinal);

  CREATE TABLE embedding_models (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
  );

  CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    passage INTEGER NOT NULL,
    model INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (passage, model)
  );

  CREATE TABLE pending (passage INTEGER PRIMARY KEY, owner TEXT, lease_until INTEGER NOT NULL);

  CREATE TABLE index_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, passage INTEGER NOT NULL);
`;

/** Apart from the others, because the first stores were made without it, and the next with one that named no kinds. */
export const CHANGE_LOG_TABLE = `
  DROP TABLE IF EXISTS change_log;
  CREATE TABLE change_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    writer TEXT NOT NULL,
    kind TEXT NOT NULL,
    workspace TEXT,
    ids TEXT NOT NULL
  );
`;
