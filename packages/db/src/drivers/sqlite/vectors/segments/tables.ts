/**
 * How vectors lie in the store, beside `vectors`, which holds each as it was given.
 *
 *   vectors ── id > packed_to ──→ the tail: read one by one
 *           ── id ≤ packed_to ──→ code_segments ── segment_codes   up to 1024 a row: read by the hundred
 *   token_codes                   what late interaction compares, one row a vector
 *   vector_lists                  in a large store: the centres of the lists that segments are sorted by
 *
 * Codes lie apart from the heads, so that a head (whose passage, in which workspace, superseded or not) changes without
 * the codes being written anew.
 */
export const VECTOR_TABLES = `
  CREATE TABLE code_segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model INTEGER NOT NULL,
    first_passage INTEGER NOT NULL,
    last_passage INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    heads BLOB NOT NULL
  );
  CREATE INDEX code_segments_by_passages ON code_segments (first_passage, last_passage);
  CREATE INDEX code_segments_by_revision ON code_segments (model, revision, generation);

  CREATE TABLE segment_codes (segment INTEGER PRIMARY KEY, data BLOB NOT NULL);

  CREATE TABLE vector_lists (
    model INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    trained_on INTEGER NOT NULL,
    reach REAL,
    centroids BLOB NOT NULL
  );

  CREATE TABLE token_codes (
    id INTEGER PRIMARY KEY,
    passage INTEGER NOT NULL,
    model INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (passage, model)
  );
`;
