/** What a deep look counts in the graph of entities: things that contradict each other. */
export const GRAPH_CONTRADICTIONS: readonly { readonly fault: string; readonly query: string }[] = [
  {
    fault: 'relations without evidence',
    query: `MATCH ()-[r:REL]->() WITH r.id AS id OPTIONAL MATCH (v:Evidence {rel: id})
      WITH id, count(v) AS n WHERE n = 0 RETURN count(id)`,
  },
  {
    fault: 'pieces of evidence without their relation, or with two of it',
    query: `MATCH (v:Evidence) WITH DISTINCT v.rel AS rel OPTIONAL MATCH ()-[r:REL {id: rel}]->()
      WITH rel, count(r) AS n WHERE n <> 1 RETURN count(rel)`,
  },
  {
    fault: 'pieces of evidence whose memory is gone',
    query: `MATCH (v:Evidence) WHERE v.memory <> '' WITH DISTINCT v.memory AS id OPTIONAL MATCH (m:Memory {id: id})
      WITH id, count(m) AS n WHERE n = 0 RETURN count(id)`,
  },
  {
    fault: 'pieces of evidence out of their order',
    query: `MATCH (v:Evidence) WHERE v.recordedTo <= v.recordedAt OR v.validTo <= v.validFrom RETURN count(v)`,
  },
  {
    fault: 'merges of entities that are gone',
    query: `MATCH (x:Merge) UNWIND [x.into, x.from] AS id OPTIONAL MATCH (e:Entity {id: id})
      WITH id, count(e) AS n WHERE n = 0 RETURN count(id)`,
  },
  {
    fault: 'entities that are there twice',
    query: 'MATCH (e:Entity) WITH e.id AS id, count(e) AS n WHERE n > 1 RETURN count(id)',
  },
];
