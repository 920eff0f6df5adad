/** Versions of memories, the present one and earlier ones, each with its own text. */
import type { RecordedMemory } from '@zapomni/core/ports';
import {
  columns,
  toMemory,
  toVersions,
  WHOLE_COLUMN_COUNT,
  WHOLE_COLUMNS,
  WHOLE_MEMORY,
} from '../memories/memory-rows.ts';
import type { Row } from '../cypher/rows.ts';
import type { Store } from '../store.ts';

/** By `id version`; those that do not exist are left out. */
export async function readVersions(
  store: Store,
  { workspace, graph }: { readonly workspace: string; readonly graph: number },
  wanted: readonly (readonly [id: string, version: number])[],
): Promise<Map<string, RecordedMemory>> {
  if (wanted.length === 0) return new Map();
  const query = `UNWIND $ids AS id MATCH (m:Memory {id: id}) ${WHOLE_MEMORY}
    OPTIONAL MATCH (m)-[:WAS]->(h:Version) WITH m, pieces, h ORDER BY h.version DESC
    RETURN ${WHOLE_COLUMNS}, collect([${columns('h')}, h.recordedTo, h.text])`;
  const rows = await store.read(graph, query, { ids: [...new Set(wanted.map(([id]) => id))] });
  const all = rows.flatMap((row): RecordedMemory[] => {
    const current = toMemory(row, workspace);
    const earlier = (row[WHOLE_COLUMN_COUNT] as Row[]).filter(([known]) => known !== null);
    return [{ ...current, recordedTo: null }, ...toVersions(earlier, current)];
  });
  return new Map(all.map((one) => [`${one.id} ${one.version}`, one]));
}
