/** A store with something of everything in it, and ways to look at two stores through all the other ports. */
import { toQueryTerms } from '@zapomni/core/model';
import type { Reading, Storage, Stored } from '@zapomni/core/ports';
import { exportLines } from '@zapomni/core/migrate';
import { blob, put, under } from '../records/fixtures.ts';
import { addOne, memory, MODEL, NOW, textPatch, unit, WORKSPACE } from './fixtures.ts';

export const OTHER_MODEL = 'model-b';
const DAY = 86_400_000;
const HUGE = `${'Memory is the treasury of all things 🎉 '.repeat(10_000)}end`;

export async function exportOf(storage: Storage): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(storage)) lines.push(line);
  return lines;
}

/** Memories in every state, vectors of two models, a graph with merges and retractions, tombstones, what waits. */
export async function fillStore(storage: Storage): Promise<void> {
  await storage.settings.set('embedding_model', MODEL);
  await storage.workspaces.create({ id: 'work', name: 'My job', description: 'Плани ✓', createdAt: NOW - DAY });
  await storage.workspaces.create({ id: 'empty', name: 'Empty', description: '', createdAt: NOW });
  await fillTexts(storage);
  await fillGraph(storage);
  await fillRecords(storage);
  await removeSome(storage);
}

async function fillTexts(storage: Storage): Promise<void> {
  const plain = await addOne(
    storage,
    memory('Boris the cat is afraid of thunder', {
      kind: 'fact',
      tags: ['cat', 'кот'],
      source: 'https://example.test/?a=1',
      metadata: { nested: { list: [1, 'two', null], yes: true }, zero: 0, b: 1, a: 2 },
      key: 'cat',
      occurredAt: NOW - DAY,
    }),
  );
  await addOne(storage, memory('nul \0 and \u2028 and "quotes" and \\ stay', { workspace: 'work' }));
  const spans = Array.from({ length: 14 }, (_, i) => ({
    start: i * 30_000,
    end: Math.min((i + 1) * 30_000, HUGE.length),
  }));
  const huge = await addOne(storage, memory(HUGE, { passages: spans.filter(({ start }) => start < HUGE.length) }));
  const first = await addOne(storage, memory('Ada lives in Paris', { workspace: 'work' }));
  await addOne(storage, memory('Ada lives in Rome', { workspace: 'work', supersedes: first.id, validFrom: NOW + DAY }));
  const changed = await addOne(storage, memory('version one'));
  await storage.memories.update(WORKSPACE, changed.id, { tags: ['tagged'], kind: 'event' }, NOW + 1);
  await storage.memories.update(WORKSPACE, changed.id, { text: textPatch('version three') }, NOW + 2);
  await storage.memories.update(WORKSPACE, changed.id, { occurredAt: null, metadata: { v: 4 } }, NOW + 3);
  await putVectors(storage, [plain, huge]);
}

/** The first gets vectors of both models; of the second some passages wait still. */
async function putVectors(storage: Storage, [plain, huge]: readonly [Stored, Stored]): Promise<void> {
  const [id = 0] = plain.passageIds;
  await storage.vectors.put(MODEL, [{ passageId: id, vector: unit(3, 4, 0), tokens: Uint8Array.of(0, 255, 7) }]);
  await storage.vectors.put(OTHER_MODEL, [{ passageId: id, vector: unit(1, 2) }]);
  const some = huge.passageIds.slice(0, 5);
  await storage.vectors.put(
    MODEL,
    some.map((passageId, i) => ({ passageId, vector: unit(1, i + 1, -i), tokens: new Uint8Array(9).fill(i) })),
  );
}

/** One reading: a person works for a company, each mentioned where the text has them. */
export function reading(id: string, passageId: number, rest: Partial<Reading> = {}): Reading {
  return {
    workspace: WORKSPACE,
    memoryId: id,
    version: 1,
    entities: [
      { type: 'person', name: 'Ada', aliases: ['Countess'] },
      { type: 'organization', name: 'Acme Inc' },
    ],
    mentions: [
      { entity: 0, passageId, start: 0, end: 3 },
      { entity: 1, passageId, start: 14, end: 18 },
    ],
    relations: [
      {
        source: 0,
        type: 'WORKS_FOR',
        target: 1,
        start: 0,
        end: 18,
        confidence: 0.1 + 0.2,
        validFrom: NOW,
        validTo: null,
      },
    ],
    ...rest,
  };
}

async function fillGraph(storage: Storage): Promise<void> {
  const { graph } = storage;
  const read = await addOne(storage, memory('Ada works for Acme'));
  await graph.put(reading(read.id, read.passageIds[0] ?? 0), NOW + 1);
  const ended = await addOne(storage, memory('Ada works for Acme too'));
  await graph.put(reading(ended.id, ended.passageIds[0] ?? 0), NOW + 2);
  await addOne(storage, memory('Ada left Acme', { supersedes: ended.id, validFrom: NOW + DAY }));
  const rewritten = await addOne(storage, memory('Ada works for Acme still'));
  const names = [{ type: 'person', name: 'Zoë' }];
  const mentions = [{ entity: 0, passageId: rewritten.passageIds[0] ?? 0, start: 0, end: 3 }];
  await graph.put({ ...reading(rewritten.id, 0), entities: names, mentions, relations: [] }, NOW + 3);
  await storage.memories.update(WORKSPACE, rewritten.id, { text: textPatch('nobody works') }, NOW + 4);
  const [ada = '', ...others] = await graph.assertEntities(
    WORKSPACE,
    [
      { type: 'person', name: 'Ada', aliases: ['A. L.', 'Ада'] },
      { type: 'person', name: 'Ada Lovelace' },
      { type: 'person', name: 'Lovelace 𝒜' },
      { type: 'place', name: 'London' },
    ],
    NOW + 5,
  );
  const [lovelace = '', other = '', london = ''] = others;
  const lives = { source: ada, type: 'LIVES_IN', target: london, confidence: 0.9, validFrom: NOW, validTo: null };
  await graph.assertRelations(WORKSPACE, [{ ...lives, memoryId: null }], NOW + 6);
  await graph.assertRelations(WORKSPACE, [{ ...lives, type: 'KNOWS', memoryId: read.id }], NOW + 7);
  const [left = ''] = await graph.assertRelations(WORKSPACE, [{ ...lives, type: 'LEFT', memoryId: null }], NOW + 8);
  await graph.retractRelation(WORKSPACE, left, NOW + DAY, NOW + 9);
  await graph.merge(WORKSPACE, ada, lovelace, NOW + 10);
  await graph.merge(WORKSPACE, ada, other, NOW + 11);
}

/** With parents whose names come after their own, values that changed, and a collection of a workspace without memories. */
async function fillRecords(storage: Storage): Promise<void> {
  const owner = memory('Ada keeps a list');
  const blobs = [blob('b'), blob('a'), blob('b')];
  await storage.memories.add([owner], NOW + 15, undefined, [
    put('z', { collection: 'zoo', parent: { memory: owner.id }, unique: { by_url: 'https://example.test/ß' }, blobs }),
    put('a', { collection: 'ark', parent: under('z', 'zoo'), shared: { by_tag: ['y', 'x'] } }),
    put('𝒜 "\\\u2028', { collection: 'ark', value: '{"text":"\\u0000 ✓"}', shared: { by_tag: '\u0002é' } }),
  ]);
  const changed = put('z', { collection: 'zoo', parent: { memory: owner.id }, unique: { by_url: 'u' }, blobs });
  await storage.records.write(WORKSPACE, [changed, put('gone', { collection: 'ark' })], NOW + 16);
  await storage.records.write(WORKSPACE, [{ op: 'delete', collection: 'ark', key: 'gone' }], NOW + 17);
  const large = put('large', { value: JSON.stringify('x'.repeat(900_000)) });
  await storage.records.write('records-only', [large, put('b', { shared: { by_tag: 'x' } })], NOW + 18);
}

async function removeSome(storage: Storage): Promise<void> {
  const gone = await addOne(storage, memory('forget me'));
  await storage.memories.remove(WORKSPACE, [gone.id], NOW + 20);
  await addOne(storage, memory('all of this', { workspace: 'closed' }));
  await storage.workspaces.remove('closed', NOW + 21);
}

/** What the other ports say of a store, without the numbers that an engine gives itself. */
export async function viewOf(storage: Storage) {
  const workspaces = await storage.workspaces.list();
  const views = await Promise.all(workspaces.map(({ id }) => viewOfWorkspace(storage, id)));
  return {
    workspaces,
    views,
    setting: await storage.settings.get('embedding_model'),
    models: await storage.vectors.models(),
    pending: [await storage.embeddings.pending(MODEL), await storage.embeddings.pending(OTHER_MODEL)],
    unread: await storage.extractions.pending(),
    closed: (await storage.times.events('closed', { from: 0, until: NOW * 2, limit: 100 })).items,
  };
}

async function viewOfWorkspace(storage: Storage, workspace: string) {
  const { items } = await storage.memories.list({ workspace, filter: { includeSuperseded: true }, limit: 1000 });
  const ids = items.map(({ id }) => id).sort();
  const entities = (await storage.graph.listEntities(workspace, { limit: 1000 })).items;
  const { items: found } = await storage.graph.listRelations(workspace, { limit: 1000 });
  const rounded = found.map((relation) => ({ ...relation, strength: relation.strength.toFixed(9) }));
  const relations = rounded.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { items: events } = await storage.times.events(workspace, { from: 0, until: NOW * 2, limit: 1000 });
  return {
    memories: await storage.memories.get(workspace, ids),
    histories: await Promise.all(ids.map((id) => storage.memories.history(workspace, id))),
    entities,
    relations,
    evidence: await Promise.all(relations.map(({ id }) => evidenceOf(storage, workspace, id))),
    mentions: await Promise.all(entities.map(({ id }) => mentionsOf(storage, workspace, id))),
    merges: (await storage.graph.merges(workspace, 100)).map(({ id: _id, ...merge }) => merge),
    counts: await storage.graph.counts(workspace),
    events: inOrder(events),
    asOf: (await storage.times.memoriesAsOf(workspace, { validAt: NOW + 1, knownAt: NOW + 2 }, { limit: 1000 })).items,
    words: await Promise.all(['ada', 'memory', 'version', 'acme'].map((word) => findWords(storage, workspace, word))),
    near: await nearest(storage, workspace),
    records: await recordsOf(storage, workspace),
  };
}

/** By their keys and by every index that the filled store has. */
async function recordsOf({ records }: Storage, workspace: string) {
  const collections = await records.collections(workspace);
  const scans = collections.flatMap(({ collection }) =>
    [{}, { index: 'by_url' }, { index: 'by_tag' }].map((index) => ({ collection, limit: 1000, ...index })),
  );
  const pages = await Promise.all(scans.map((scan) => records.scan(workspace, scan)));
  return { collections, pages, blobs: await records.blobsReferred(null, 100) };
}

async function evidenceOf(storage: Storage, workspace: string, relation: string) {
  return inOrder(await storage.graph.evidence(workspace, relation, 100));
}

/** Those that are equal in what an engine orders by may come in any order. */
function inOrder(items: readonly object[]): string[] {
  return items.map((item) => JSON.stringify(item, withSortedKeys)).sort();
}

function withSortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function mentionsOf(storage: Storage, workspace: string, entity: string) {
  const { items } = await storage.graph.mentionsOf(workspace, entity, { limit: 1000 });
  return inOrder(items.map(({ passageId: _id, ...mention }) => mention));
}

async function findWords(storage: Storage, workspace: string, word: string) {
  const hits = await storage.fullText.search({ terms: toQueryTerms(word) }, 5, { workspace });
  return hits.map(({ memoryId, score }) => `${memoryId} ${score.toFixed(6)}`).sort();
}

async function nearest(storage: Storage, workspace: string) {
  const hits = await storage.vectors.nearest(MODEL, unit(1, 1, 0), 20, { workspace });
  return hits.map(({ memoryId, score }) => `${memoryId} ${score.toFixed(4)}`);
}
