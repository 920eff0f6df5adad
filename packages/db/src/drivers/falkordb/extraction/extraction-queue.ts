/** The queue of memories that wait to be read. A memory waits until a reading of its present text is stored. */
import type {
  EmbeddingClaim,
  MemoryToRead,
  ExtractionQueue,
  ExtractionRules,
  WaitingMemories,
} from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { toMemory, WHOLE_COLUMN_COUNT, WHOLE_COLUMNS } from '../memories/memory-rows.ts';
import { passageId } from '../memories/passage-ids.ts';
import type { Row } from '../cypher/rows.ts';

/** What `asked` says of a memory that somebody wants to be read. */
const UNREAD = 1;
const READ_BEFORE = 2;

export function createExtractionQueue(context: Context): ExtractionQueue {
  const { store, registry } = context;
  return {
    claim: (claim, limit, now, only) => lease(context, claim, { limit, now, only }),
    release: async (owner, memoryIds, retryAt) => {
      const query = `UNWIND $ids AS id MATCH (m:Memory {id: id}) WHERE m.unread = 1 AND m.reader = $owner
        SET m.reader = '', m.readUntil = $retryAt`;
      const ids = [...new Set(memoryIds)];
      if (ids.length === 0) return;
      for (const { id } of await registry.all()) {
        await inWorkspace(context, id, (graph) => store.write(graph, query, { ids, owner, retryAt }, 'repeatable'));
      }
    },
    pending: async (workspace, asked = false) => {
      const ids = workspace === undefined ? (await registry.all()).map(({ id }) => id) : [workspace];
      const counts = await Promise.all(ids.map((id) => countUnread(context, id, asked)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    requeue: (workspace, memoryIds, rules) => requeue(context, workspace, { memoryIds, rules }),
    withdraw: async (workspace, ids, now) => {
      const query = `MATCH (m:Memory) WHERE m.unread = 1 AND m.readUntil <= $now AND m.asked > 0
        ${ids ? 'AND m.id IN $ids' : ''}
        SET m.unread = CASE WHEN m.asked = ${READ_BEFORE} THEN 0 ELSE 1 END, m.asked = 0, m.rules = ''`;
      const params = { now, ...(ids ? { ids: [...ids] } : {}) };
      await inWorkspace(context, workspace, (graph) => store.write(graph, query, params, 'repeatable'));
    },
  };
}

async function countUnread(context: Context, workspace: string, asked: boolean): Promise<number> {
  const query = `MATCH (m:Memory) WHERE m.unread = 1 ${asked ? 'AND m.asked > 0' : ''} RETURN count(m)`;
  const rows = await inWorkspace(context, workspace, (graph) => context.store.read(graph, query));
  return Number(rows?.[0]?.[0] ?? 0);
}

interface Wanted {
  readonly limit: number;
  readonly now: number;
  readonly only: WaitingMemories | undefined;
}

interface Candidate {
  readonly graph: number;
  readonly workspace: string;
  readonly id: string;
  readonly createdAt: number;
}

/** Those of all workspaces that wait longest; then each graph is asked whether they are still free. */
async function lease(context: Context, claim: EmbeddingClaim, wanted: Wanted): Promise<MemoryToRead[]> {
  const workspace = wanted.only?.workspace;
  const workspaces = workspace === undefined ? (await context.registry.all()).map(({ id }) => id) : [workspace];
  const found = await Promise.all(workspaces.map((id) => candidatesIn(context, id, wanted)));
  const chosen = found.flat().sort(byAge).slice(0, wanted.limit);
  const places = new Map(chosen.map(({ id }, place) => [id, place]));
  const leased: MemoryToRead[] = [];
  for (const [graph, some] of Map.groupBy(chosen, (one) => one.graph)) {
    const ids = some.map(({ id }) => id);
    const params = { ids, now: wanted.now, owner: claim.owner, until: claim.until };
    const rows = await context.store.write(graph, LEASE, params);
    leased.push(...rows.map((row) => toRead(row, graph, some[0]?.workspace ?? '')));
  }
  return leased.sort((one, other) => (places.get(one.memoryId) ?? 0) - (places.get(other.memoryId) ?? 0));
}

function byAge(one: Candidate, other: Candidate): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}

async function candidatesIn(context: Context, workspace: string, { limit, now, only }: Wanted): Promise<Candidate[]> {
  const ids = only?.workspace === undefined ? undefined : only.memoryIds;
  const query = `MATCH (m:Memory) WHERE m.unread = 1 AND m.readUntil <= $now ${ids ? 'AND m.id IN $ids' : ''}
    ${only?.asked ? 'AND m.asked > 0' : ''}
    RETURN m.id, m.createdAt ORDER BY m.createdAt, m.n LIMIT $limit`;
  const found = await inWorkspace(context, workspace, async (graph) => {
    const rows = await context.store.read(graph, query, { now, limit, ...(ids ? { ids } : {}) });
    return (rows as [string, number][]).map(([id, createdAt]) => ({ graph, workspace, id, createdAt }));
  });
  return found ?? [];
}

const LEASE = `UNWIND $ids AS id MATCH (m:Memory {id: id}) WHERE m.unread = 1 AND m.readUntil <= $now
  SET m.reader = $owner, m.readUntil = $until
  WITH m OPTIONAL MATCH (m)-[:HAS]->(p:Passage) WITH m, p ORDER BY p.o
  WITH m, collect([p.s, p.e, p.t]) AS pieces, collect([p.n, p.s, p.e]) AS spans
  RETURN ${WHOLE_COLUMNS}, m.textVersion, spans, m.rules`;

function toRead(row: Row, graph: number, workspace: string): MemoryToRead {
  const { id, source, metadata, text, occurredAt, validFrom, validTo } = toMemory(row, workspace);
  const [version, spans, rules] = row.slice(WHOLE_COLUMN_COUNT) as [number, [number, number, number][], string | null];
  return {
    workspace,
    memoryId: id,
    version,
    source,
    metadata,
    text,
    passages: spans.filter(([n]) => n !== null).map(([n, start, end]) => ({ id: passageId(graph, n), start, end })),
    occurredAt,
    validFrom,
    validTo,
    rules: rules ? (JSON.parse(rules) as ExtractionRules) : null,
  };
}

interface Asked {
  readonly memoryIds: readonly string[] | undefined;
  readonly rules: ExtractionRules | undefined;
}

async function requeue(context: Context, workspace: string, { memoryIds, rules }: Asked): Promise<number> {
  const ids = memoryIds && [...new Set(memoryIds)];
  const query = `MATCH (g:Store) OPTIONAL MATCH (m:Memory) ${ids ? 'WHERE m.id IN $ids' : ''}
    WITH g, collect(m) AS ms ${ids ? 'WHERE size(ms) = size($ids)' : ''}
    FOREACH (m IN ms | SET m.asked = CASE WHEN m.unread = 0 OR m.asked = ${READ_BEFORE} THEN ${READ_BEFORE} ELSE ${UNREAD} END,
      m.rules = $rules, m.unread = 1) SET g.seq = g.seq + 1 RETURN size(ms)`;
  const count = await inWorkspace(context, workspace, async (graph) => {
    const asked = { rules: rules ? JSON.stringify(rules) : '', ...(ids ? { ids } : {}) };
    const [row] = await context.store.write(graph, query, asked);
    return row?.[0] as number | undefined;
  });
  if (count === undefined && ids && ids.length > 0) {
    throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was queued.');
  }
  if (count !== undefined) await announce(context.store, []);
  return count ?? 0;
}
