/** Compares a workspace's graph with itself: counts with what is counted, texts with their hashes, words with texts. */
import { createHash } from 'node:crypto';
import { MOST_FAULT_IDS, type StoreFault, type StorePart } from '@zapomni/core/ports';
import type { Row } from './cypher/rows.ts';
import { GRAPH_CONTRADICTIONS } from './graph/check-graph.ts';
import { countWrongSums } from './graph/check-sums.ts';
import { labelOf, type StoredModel } from './vectors/models.ts';
import { toMemory, WHOLE_COLUMNS, WHOLE_MEMORY } from './memories/memory-rows.ts';
import type { Store } from './store.ts';
import { codesIn, tokensOf } from './full-text/word-tokens.ts';

/** Each counts what contradicts something else. */
const CONTRADICTIONS: readonly { readonly part: StorePart; readonly fault: string; readonly query: string }[] = [
  {
    part: 'store',
    fault: 'workspaces with a wrong count',
    query: `MATCH (g:Store) CALL { MATCH (m:Memory) RETURN count(m) AS ms }
      CALL { MATCH (p:Passage) RETURN count(p) AS ps, sum((p.k % 1048576 - p.k % 2) / 2) AS length }
      RETURN CASE WHEN g.memories = ms AND g.passages = ps AND g.length = toInteger(length) THEN 0 ELSE 1 END`,
  },
  {
    part: 'passages',
    fault: 'memories with missing passages',
    query: `MATCH (m:Memory) OPTIONAL MATCH (m)-[:HAS]->(p:Passage) WITH m, count(p) AS n WHERE n <> m.passages
      RETURN count(m)`,
  },
  {
    part: 'passages',
    fault: 'passages without a memory',
    query: 'MATCH (p:Passage) WHERE NOT (p)<-[:HAS]-(:Memory) RETURN count(p)',
  },
  {
    part: 'vectors',
    fault: 'passages that wait and are gone',
    query: 'MATCH (w:Waiting) WHERE NOT (w)-[:FOR]->(:Passage) RETURN count(w)',
  },
];

const PORTION = 200;

export async function checkGraph(
  store: Store,
  graph: number,
  models: ReadonlyMap<string, StoredModel>,
): Promise<StoreFault[]> {
  const faults: StoreFault[] = [];
  const ofGraph = GRAPH_CONTRADICTIONS.map((one) => ({ part: 'graph' as const, ...one }));
  for (const { part, fault, query } of [...CONTRADICTIONS, ...ofGraph])
    faults.push({ part, fault, count: await count(store, graph, query) });
  faults.push({
    part: 'graph',
    fault: 'relations that differ from their evidence',
    count: await countWrongSums(store, graph),
  });
  faults.push(...(await checkVectors(store, graph, models)), ...(await checkTexts(store, graph)));
  return faults.filter((one) => one.count > 0);
}

async function count(store: Store, graph: number, query: string, params = {}): Promise<number> {
  const [row] = await store.read(graph, query, params);
  return Number(row?.[0] ?? 0);
}

async function checkVectors(
  store: Store,
  graph: number,
  models: ReadonlyMap<string, StoredModel>,
): Promise<StoreFault[]> {
  const [row] = await store.read(graph, 'MATCH (g:Store) RETURN g.queue');
  const queued = models.get(String(row?.[0] ?? ''));
  const embedded = queued ? `AND NOT (p)-[:VEC]->(:${labelOf(queued)})` : '';
  const forgotten = `MATCH (p:Passage) WHERE NOT (p)<-[:FOR]-(:Waiting) ${embedded} RETURN count(p)`;
  const lost = await Promise.all(
    Array.from(models.values(), (model) =>
      count(store, graph, `MATCH (v:${labelOf(model)}) WHERE NOT (v)<-[:VEC]-(:Passage) RETURN count(v)`),
    ),
  );
  return [
    {
      part: 'vectors',
      fault: 'passages neither embedded nor waiting for it',
      count: await count(store, graph, forgotten),
    },
    { part: 'vectors', fault: 'vectors of passages that are gone', count: lost.reduce((sum, one) => sum + one, 0) },
  ];
}

/** In portions, by the memories' numbers. */
async function checkTexts(store: Store, graph: number): Promise<StoreFault[]> {
  const altered: string[] = [];
  const found = { worded: 0, unknown: 0 };
  for (let after = 0; ;) {
    const rows = await store.read(
      graph,
      `MATCH (m:Memory) WHERE m.n > $after WITH m ORDER BY m.n LIMIT $portion ${WHOLE_MEMORY}
       RETURN ${WHOLE_COLUMNS}, m.n`,
      { after, portion: PORTION },
    );
    if (rows.length === 0) break;
    for (const row of rows) if (isAltered(row)) altered.push(toMemory(row, '').id);
    after = Math.max(...rows.map((row) => row.at(-1) as number));
  }
  for (let after = 0; ;) {
    const rows = await store.read(
      graph,
      'MATCH (p:Passage) WHERE p.n > $after WITH p ORDER BY p.n LIMIT $portion RETURN p.n, p.t, p.w',
      { after, portion: PORTION },
    );
    if (rows.length === 0) break;
    found.worded += rows.filter(([, text, words]) => tokensOf(text as string).tokens !== words).length;
    found.unknown += await countUnknown(store, graph, rows);
    after = Math.max(...rows.map(([n]) => n as number));
  }
  return [
    {
      part: 'store',
      fault: 'texts that differ from their hash',
      count: altered.length,
      ids: altered.slice(0, MOST_FAULT_IDS),
    },
    { part: 'words', fault: 'passages whose words differ from their text', count: found.worded },
    { part: 'words', fault: 'words missing from the dictionary or the index', count: found.unknown },
  ];
}

function isAltered(row: Row): boolean {
  const { text, hash } = toMemory(row, '');
  return createHash('sha256').update(text).digest('hex') !== hash;
}

/** Words that the dictionary lacks, and passages that the index does not find by their first word. */
async function countUnknown(store: Store, graph: number, rows: readonly Row[]): Promise<number> {
  const codes = [...new Set(rows.flatMap(([, , words]) => codesIn(words as string)))];
  const known = await count(store, graph, 'UNWIND $codes AS k MATCH (t:Term {k: k}) RETURN count(t)', { codes });
  const tokens = rows.flatMap(([n, , words]) => (words === '' ? [] : [{ n, q: (words as string).split(' ')[0] }]));
  const found = await count(
    store,
    graph,
    `UNWIND $tokens AS t CALL db.idx.fulltext.queryNodes('Passage', t.q) YIELD node
     WITH t, node WHERE node.n = t.n RETURN count(t)`,
    { tokens },
  );
  return codes.length - known + tokens.length - found;
}
