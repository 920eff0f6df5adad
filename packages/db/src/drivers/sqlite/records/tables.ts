/**
 * The tables of collections, of which the engine knows nothing but names and texts in order.
 *
 *   workspaces ── record_scopes ─┬─ records        of a collection; with its own list of entries, so that these can be
 *                                │                 taken away again
 *                                └─ record_index   a scope of its own for each index: values, and whose they are
 *
 *   memories or records ── records that belong to them, by name
 *   record_blobs: which bytes outside of the store records refer to
 *
 * A scope is a collection of one workspace, or an index of it, as one number: rows are short, and what belongs together
 * lies together. The key stands in the index so that equal values are in the order of keys; it is empty where the value is
 * the record's alone.
 */
export const RECORD_TABLES = `
  CREATE TABLE record_scopes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    collection TEXT NOT NULL,
    name TEXT NOT NULL,
    records INTEGER NOT NULL DEFAULT 0,
    UNIQUE (workspace, collection, name)
  );

  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    parent TEXT,
    entries TEXT,
    blobs TEXT,
    value TEXT NOT NULL
  );
  CREATE UNIQUE INDEX records_by_key ON records (scope, key);
  CREATE INDEX records_by_parent ON records (workspace, parent) WHERE parent IS NOT NULL;

  CREATE TABLE record_index (
    scope INTEGER NOT NULL,
    value TEXT NOT NULL,
    key TEXT NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (scope, value, key)
  ) WITHOUT ROWID;

  CREATE TABLE record_blobs (
    hash TEXT NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (hash, record)
  ) WITHOUT ROWID;
`;
