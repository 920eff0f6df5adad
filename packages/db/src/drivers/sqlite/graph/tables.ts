/**
 * How the graph lies in the store.
 *
 *   entities ─┬─ entity_names   other forms, each with the memory that gave it (0: asserted)
 *             ├─ entity_terms   what they are found by
 *             ├─ entity_merges  who is a redirection to whom, until it is undone
 *             └─ mentions       entity × place in a passage
 *   relations ── evidence       both clocks; a row is never changed but for the end of its transaction time
 *   reading_queue               memories that wait to be read: `asked` by somebody, and by which rules
 *
 * A relation carries what its evidence adds up to (`strength` and so on), so that questions about the present never read
 * evidence. The sum is right for valid times from `fresh_from` until `fresh_to` and for transaction times from
 * `changed_at` on; any other moment is answered from the evidence. Both indexes of relations hold the strength, so that a
 * step from an entity to its neighbours is one range of one index.
 *
 * Mentions, evidence and relations keep the entity that was read. Merged entities are put together when they are looked
 * at: `root` is the entity that answers speak of, null when that is the row itself. `mentions` of a root counts the live
 * passages that mention it or what was merged into it.
 */

/** Later than any time. */
export const NEVER = 8_640_000_000_000_000;

/** Graphs of version 4 were made without. */
export const RELATIONS_BY_TYPE =
  'CREATE INDEX IF NOT EXISTS relations_by_type ON relations (workspace, type, strength) WHERE strength > 0';

/** Columns of the queue that the first graphs were made without. */
export const QUEUE_RULES = `
  ALTER TABLE reading_queue ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE reading_queue ADD COLUMN rules TEXT;
`;

export const GRAPH_TABLES = `
  CREATE TABLE reading_queue (
    memory INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL,
    owner TEXT,
    lease_until INTEGER NOT NULL,
    unmentioned TEXT,
    asked INTEGER NOT NULL DEFAULT 0,
    rules TEXT
  );

  CREATE TABLE entities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    uid TEXT NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    asserted INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    merged_into INTEGER,
    root INTEGER,
    mentions INTEGER NOT NULL DEFAULT 0,
    UNIQUE (workspace, uid)
  );
  CREATE INDEX entities_by_key ON entities (workspace, key);
  CREATE INDEX entities_by_root ON entities (workspace, root) WHERE root IS NOT NULL;
  CREATE INDEX entities_by_merge ON entities (merged_into) WHERE merged_into IS NOT NULL;

  CREATE TABLE entity_names (
    entity INTEGER NOT NULL,
    form TEXT NOT NULL,
    memory INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (entity, form, memory)
  ) WITHOUT ROWID;
  CREATE INDEX entity_names_by_key ON entity_names (workspace, key);
  CREATE INDEX entity_names_by_memory ON entity_names (memory) WHERE memory > 0;

  CREATE TABLE entity_terms (
    workspace INTEGER NOT NULL,
    term TEXT NOT NULL,
    entity INTEGER NOT NULL,
    PRIMARY KEY (workspace, term, entity)
  ) WITHOUT ROWID;
  CREATE INDEX entity_terms_by_entity ON entity_terms (entity);

  CREATE TABLE entity_merges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace INTEGER NOT NULL,
    into_entity INTEGER NOT NULL,
    from_entity INTEGER NOT NULL UNIQUE,
    at INTEGER NOT NULL
  );

  CREATE TABLE mentions (
    workspace INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    entity INTEGER NOT NULL,
    live INTEGER NOT NULL,
    PRIMARY KEY (workspace, memory, passage, start, end, entity)
  ) WITHOUT ROWID;
  CREATE INDEX mentions_by_entity ON mentions (entity, live, memory, passage, start, end);

  CREATE TABLE relations (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL,
    source INTEGER NOT NULL,
    type TEXT NOT NULL,
    target INTEGER NOT NULL,
    strength REAL NOT NULL,
    evidence INTEGER NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    fresh_from INTEGER NOT NULL,
    fresh_to INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  );
  CREATE INDEX relations_out ON relations (workspace, source, target, type, strength);
  CREATE INDEX relations_in ON relations (workspace, target, source, type, strength);
  ${RELATIONS_BY_TYPE};
  CREATE INDEX relations_due ON relations (fresh_to) WHERE fresh_to < ${NEVER};

  CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    workspace INTEGER NOT NULL,
    relation INTEGER NOT NULL,
    memory INTEGER,
    asserted INTEGER NOT NULL,
    version INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    confidence REAL NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    recorded_at INTEGER NOT NULL,
    recorded_to INTEGER,
    previous INTEGER
  );
  CREATE INDEX evidence_by_relation ON evidence (relation, recorded_to);
  CREATE INDEX evidence_by_memory ON evidence (memory, recorded_to) WHERE memory IS NOT NULL;
  CREATE INDEX evidence_by_beginning ON evidence (workspace, recorded_at);
  CREATE INDEX evidence_by_end ON evidence (workspace, recorded_to) WHERE recorded_to IS NOT NULL;
  CREATE INDEX evidence_by_previous ON evidence (previous) WHERE previous IS NOT NULL;
`;
