/** Entities that nothing mentions, relates or asserts, nor what was merged into them, once a change will have been made. */
import type { Store } from '../store.ts';
import type { MentionPlace } from './apply.ts';
import type { Merges } from './merges-view.ts';
import type { EntityRow } from './rows.ts';

export interface OrphanSearch {
  readonly candidates: readonly string[];
  readonly rows: ReadonlyMap<string, EntityRow>;
  /** Entities that the change itself makes. */
  readonly made: ReadonlySet<string>;
  readonly merges: Merges;
  readonly goneMemories: readonly string[];
  readonly goneMentions: readonly MentionPlace[];
  /** By the change itself. */
  readonly mentioned: ReadonlySet<string>;
  readonly goneRelations: readonly string[];
  readonly related: ReadonlySet<string>;
}

/** Relations that were once believed count: history speaks of their ends. */
const KNOWN = `UNWIND $ids AS id MATCH (e:Entity {id: id}) WITH e
  OPTIONAL MATCH (e)<-[x:MENTIONS]-(p)<-[:HAS]-(m) WHERE NOT m.id IN $memories
  WITH e, count(x) AS mentions OPTIONAL MATCH (e)-[r:REL]-() WHERE NOT r.id IN $relations
  RETURN e.id, e.asserted, mentions, count(r)`;

export async function findOrphans(store: Store, graph: number, search: OrphanSearch): Promise<string[]> {
  const orphans = new Set<string>();
  let waiting = [...new Set(search.candidates)];
  while (waiting.length > 0) {
    const known = await knownAmong(store, graph, waiting, search);
    const gone = waiting.filter(
      (id) => !known.has(id) && search.merges.childrenOf(id).every((child) => orphans.has(child)),
    );
    for (const id of gone) orphans.add(id);
    // What was kept only by those that go.
    waiting = gone.flatMap((id) => search.merges.intoOf(id) ?? []).filter((id) => !orphans.has(id));
  }
  return [...orphans];
}

async function knownAmong(
  store: Store,
  graph: number,
  ids: readonly string[],
  search: OrphanSearch,
): Promise<ReadonlySet<string>> {
  const known = new Set(ids.filter((id) => search.mentioned.has(id) || search.related.has(id)));
  const asked = ids.filter((id) => !known.has(id));
  if (asked.length === 0) return known;
  const params = { ids: asked, memories: search.goneMemories, relations: search.goneRelations };
  const rows = await store.read(graph, KNOWN, params);
  const lost = Map.groupBy(search.goneMentions, ({ entity }) => entity);
  for (const row of rows) {
    const [id, asserted, mentions, relations] = row as [string, boolean, number, number];
    const isAsserted = search.rows.get(id)?.asserted ?? asserted;
    if (isAsserted || relations > 0 || mentions > (lost.get(id)?.length ?? 0)) known.add(id);
  }
  return known;
}
