/** A worked-out change as Cypher: one sub-query for each kind of thing that is made, changed or taken away. */
import type { Param, Params } from '../cypher/literal.ts';
import type { MergeRow } from './merges-view.ts';
import { entityState, evidenceState, type EntityRow, type EvidenceRow } from './rows.ts';
import type { Settled, SettledRelation } from './settle.ts';

/** `p` is the number of a passage. */
export interface MentionPlace {
  readonly [name: string]: string | number;
  readonly p: number;
  readonly start: number;
  readonly end: number;
  readonly entity: string;
}

export interface Change {
  readonly seq: number;
  readonly next: number;
  readonly newEntities: readonly EntityRow[];
  readonly changedEntities: readonly EntityRow[];
  readonly erasedEntities: readonly string[];
  readonly newEvidence: readonly EvidenceRow[];
  readonly closedEvidence: readonly { readonly n: number; readonly at: number }[];
  readonly droppedEvidence: readonly number[];
  readonly settled: Settled;
  readonly newMentions: readonly MentionPlace[];
  readonly goneMentions: readonly MentionPlace[];
  readonly newMerges: readonly MergeRow[];
  readonly goneMerges: readonly number[];
  readonly read: string | undefined;
}

/** In this order: what others hang on comes first, and goes last. */
const PARTS: readonly (readonly [name: string, cypher: string, list: (change: Change) => readonly Param[]])[] = [
  [
    'gUnmention',
    `MATCH (p:Passage {id: toString(x.p)}) WITH p, x MATCH (p)-[y:MENTIONS]->(e)
      WHERE e.id = x.entity AND y.s = x.start AND y.e = x.end DELETE y`,
    ({ goneMentions }) => goneMentions,
  ],
  ['gEntities', 'CREATE (y:Entity) SET y = x', ({ newEntities }) => newEntities.map(entityState)],
  ['gChanged', 'MATCH (y:Entity {id: x.id}) SET y += x', ({ changedEntities }) => changedEntities.map(entityState)],
  ['gDropped', 'MATCH (y:Evidence {n: x}) DELETE y', ({ droppedEvidence }) => droppedEvidence],
  ['gClosed', 'MATCH (y:Evidence {n: x.n}) SET y.recordedTo = x.at', ({ closedEvidence }) => closedEvidence],
  ['gEvidence', 'CREATE (y:Evidence) SET y = x', ({ newEvidence }) => newEvidence.map(evidenceState)],
  [
    'gRelations',
    'MATCH (a:Entity {id: x.source}), (b:Entity {id: x.target}) CREATE (a)-[y:REL]->(b) SET y = x.state',
    ({ settled }) => settled.made.map(toRelation),
  ],
  ['gSums', 'MATCH ()-[y:REL {id: x.id}]->() SET y += x.state', ({ settled }) => settled.kept.map(toRelation)],
  ['gUnrelated', 'MATCH ()-[y:REL {id: x}]->() DELETE y', ({ settled }) => settled.gone.map(({ id }) => id)],
  [
    'gMention',
    'MATCH (p:Passage {id: toString(x.p)}), (e:Entity {id: x.entity}) CREATE (p)-[y:MENTIONS {s: x.start, e: x.end}]->(e)',
    ({ newMentions }) => newMentions,
  ],
  [
    'gMerges',
    'CREATE (y:Merge) SET y = x',
    ({ newMerges }) => newMerges.map((row) => ({ ...row }) as unknown as Param),
  ],
  ['gSplit', 'MATCH (y:Merge) WHERE y.n = x DELETE y', ({ goneMerges }) => goneMerges],
  ['gErased', 'MATCH (y:Entity {id: x}) DELETE y', ({ erasedEntities }) => erasedEntities],
  [
    'gRead',
    `MATCH (y:Memory {id: x}) SET y.unread = 0, y.asked = 0, y.rules = '', y.reader = '', y.readUntil = 0, y.loose = []`,
    ({ read }) => (read === undefined ? [] : [read]),
  ],
];

/** Follows a query that has matched `g:Store`, and leaves its row as it is. */
export function toFragment(change: Change): { condition: string; cypher: string; params: Params } {
  const used = PARTS.map(([name, cypher, list]) => ({ name, cypher, list: list(change) })).filter(
    ({ list }) => list.length > 0,
  );
  const steps = used.map(
    ({ name, cypher }, i) => `CALL { UNWIND $${name} AS x ${cypher} RETURN count(y) AS graphStep${i} }`,
  );
  return {
    condition: 'g.graph = $gSeq',
    cypher: `SET g.graph = g.graph + 1, g.nextEvidence = $gNext WITH * ${steps.join('\n')}`,
    params: {
      gSeq: change.seq,
      gNext: change.next,
      ...Object.fromEntries(used.map(({ name, list }) => [name, list])),
    },
  };
}

function toRelation({ id, source, type, target, sum }: SettledRelation): Param {
  return { id, source, target, state: { id, type, ...sum } };
}
