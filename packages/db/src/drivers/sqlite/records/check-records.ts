/** Whether records and their indexes agree. Each query counts rows that contradict another table. */
export const RECORD_CONTRADICTIONS: readonly { readonly fault: string; readonly sql: string }[] = [
  {
    fault: 'entries of records missing from their index',
    sql: `SELECT count(*) FROM records r, json_each(r.entries) e WHERE NOT EXISTS
            (SELECT 1 FROM record_index i WHERE i.scope = e.value ->> 0 AND i.value = e.value ->> 1 AND i.key = iif(e.value ->> 2, '', r.key)
               AND i.record = r.id)`,
  },
  {
    fault: 'index entries that no record has',
    sql: `SELECT (SELECT count(*) FROM record_index) - (SELECT count(*) FROM records r, json_each(r.entries) e
            WHERE EXISTS (SELECT 1 FROM record_index i WHERE i.scope = e.value ->> 0 AND i.value = e.value ->> 1
              AND i.key = iif(e.value ->> 2, '', r.key) AND i.record = r.id))`,
  },
  {
    fault: 'records that share a unique value',
    sql: `SELECT count(*) FROM records r, json_each(r.entries) e WHERE e.value ->> 2 = 1 AND EXISTS
            (SELECT 1 FROM record_index i WHERE i.scope = e.value ->> 0 AND i.value = e.value ->> 1 AND i.record <> r.id)`,
  },
  {
    fault: 'collections with a wrong count',
    sql: `SELECT count(*) FROM record_scopes s WHERE name = ''
            AND records <> (SELECT count(*) FROM records WHERE scope = s.id)`,
  },
  {
    fault: 'records of collections or workspaces that are gone',
    sql: `SELECT count(*) FROM records WHERE scope NOT IN
            (SELECT s.id FROM record_scopes s JOIN workspaces w ON w.id = s.workspace WHERE s.workspace = records.workspace)`,
  },
  {
    fault: 'records whose parent is gone',
    sql: `SELECT count(*) FROM records r WHERE parent IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM memories m WHERE m.uuid = substr(r.parent, 2) AND m.workspace = r.workspace
               AND substr(r.parent, 1, 1) = '/')
          AND NOT EXISTS
            (SELECT 1 FROM record_scopes s JOIN records p ON p.scope = s.id
             WHERE s.workspace = r.workspace AND s.name = '' AND s.collection = substr(r.parent, 1, instr(r.parent, '/') - 1)
               AND p.key = substr(r.parent, instr(r.parent, '/') + 1))`,
  },
  {
    fault: 'blobs referred to without their record',
    sql: `SELECT (SELECT count(*) FROM record_blobs) -
            (SELECT count(*) FROM (SELECT DISTINCT r.id, b.value FROM records r, json_each(r.blobs) b
             WHERE EXISTS (SELECT 1 FROM record_blobs x WHERE x.hash = b.value AND x.record = r.id)))`,
  },
  {
    fault: 'records whose blobs are not kept',
    sql: `SELECT count(*) FROM records r, json_each(r.blobs) b WHERE NOT EXISTS
            (SELECT 1 FROM record_blobs x WHERE x.hash = b.value AND x.record = r.id)`,
  },
];
