/** Enough passages that every way of searching is taken; each must give what looking at all of them gives. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toQueryTerms, type MemoryFilter, type MetadataCondition } from '@zapomni/core/model';
import type { NewMemory, PassageHit } from '@zapomni/core/ports';
import { verifies } from '@zapomni/testkit/verifies';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';

const COUNT = 7000;
const HERE = 'default';
const TERMS = toQueryTerms('shared seldom');

interface Known {
  readonly memory: NewMemory;
  readonly vector: Float32Array;
}

let fixture: Fixture;
let all: Known[] = [];
const query = Float32Array.of(1, 0, 0);

/** Nearness falls with the number, so that a filter on late times wants exactly what ranks last. */
function makeKnown(number: number): Known {
  const angle = (number / COUNT) * Math.PI;
  const vector = Float32Array.of(Math.cos(angle), Math.sin(angle), 0);
  const text = `shared ${number % 3 === 0 ? 'shared seldom' : 'often'} ${'pad '.repeat(number % 7)}`.trim();
  const memory = {
    ...numberedMemory(1, number),
    workspace: number % 10 === 9 ? 'other' : HERE,
    text,
    tags: [`t${number % 1000}`, number % 2 ? 'odd' : 'even', ...(number % 8 ? ['most'] : [])],
    source: `s${number % 50}`,
    kind: number % 100 === 0 ? 'rare' : 'note',
    occurredAt: number,
    metadata: { number, group: `g${number % 70}`, shape: { sides: number % 5 } },
    passages: [{ start: 0, end: text.length }],
  };
  return { memory, vector };
}

beforeAll(async () => {
  fixture = await openFixture();
  all = Array.from({ length: COUNT }, (_, number) => makeKnown(number));
  const memories = all.map((one) => one.memory);
  const stored = await fixture.storage.memories.add(memories, 1);
  const vectors = stored.map((one, i) => ({ passageId: one.passageIds[0] ?? 0, vector: (all[i] as Known).vector }));
  await fixture.storage.vectors.put('m', vectors);
});
afterAll(() => fixture.destroy());

const metadata = (condition: MetadataCondition): MemoryFilter => ({ metadata: [condition] });
const inGroup = (group: string) => (one: NewMemory) => one.metadata['group'] === group;
const carries = (one: NewMemory, tag: string) => one.tags.includes(tag);
const at = (one: NewMemory) => one.occurredAt ?? 0;

const FILTERS: readonly (readonly [name: string, filter: MemoryFilter, passes: (one: NewMemory) => boolean])[] = [
  ['none', {}, () => true],
  ['few, by tag', { tags: ['t7', 't8'] }, (one) => one.tags.includes('t7') || one.tags.includes('t8')],
  ['half, by tag', { tags: ['odd'] }, (one) => one.tags.includes('odd')],
  ['most, by tag', { tags: ['most', 't0'] }, (one) => carries(one, 'most') || carries(one, 't0')],
  ['most, by the only tag', { allTags: ['most', 'most'] }, (one) => carries(one, 'most')],
  ['half, by all of two tags', { allTags: ['odd', 'most'] }, (one) => carries(one, 'odd')],
  ['most, by a tag that they lack', { noTags: ['t7', 't8'] }, (one) => !carries(one, 't7') && !carries(one, 't8')],
  [
    'most, by tags and metadata',
    { allTags: ['most'], noTags: ['t7'], kinds: ['note'], metadata: [{ field: 'number', op: 'exists', value: true }] },
    (one) => carries(one, 'most') && !carries(one, 't7') && one.kind === 'note',
  ],
  ['few, by source', { sources: ['s3'] }, (one) => one.source === 's3'],
  ['few, by kind', { kinds: ['rare'] }, (one) => one.kind === 'rare'],
  ['most, by time', { from: 100 }, (one) => (one.occurredAt ?? 0) >= 100],
  ['many, all of them far', { from: COUNT - 3500 }, (one) => (one.occurredAt ?? 0) >= COUNT - 3500],
  ['few, by metadata', metadata({ field: 'group', op: 'eq', value: 'g7' }), inGroup('g7')],
  ['none, by metadata', metadata({ field: 'group', op: 'eq', value: 'g' }), () => false],
  ['most, by metadata', metadata({ field: 'group', op: 'ne', value: 'g7' }), (one) => !inGroup('g7')(one)],
  [
    'many, all of them far, by metadata',
    metadata({ field: 'number', op: 'gte', value: 3500 }),
    (one) => at(one) >= 3500,
  ],
  ['some, by a path', metadata({ field: 'shape.sides', op: 'in', value: [3, 4] }), (one) => at(one) % 5 >= 3],
  [
    'tag and time',
    { tags: ['even'], before: 6500 },
    (one) => one.tags.includes('even') && (one.occurredAt ?? 0) < 6500,
  ],
];

function inScope(workspace: string, passes: (one: NewMemory) => boolean): Known[] {
  return all.filter(({ memory }) => memory.workspace === workspace && passes(memory));
}

function ids(hits: readonly PassageHit[]): string[] {
  return hits.map((hit) => hit.memoryId);
}

describe.each([HERE, 'other'])('in the workspace %s', (workspace) => {
  test.each(FILTERS)('nearest is exact under a filter: %s', async (_, filter, passes) => {
    verifies('D003');
    const hits = await fixture.storage.vectors.nearest('m', query, 15, { workspace, filter });
    const truth = inScope(workspace, passes).slice(0, 15);
    expect(ids(hits)).toEqual(truth.map((one) => one.memory.id));
  });

  test.each(FILTERS)('words give the best in scope under a filter: %s', async (_, filter, passes) => {
    verifies('D003');
    const { fullText } = fixture.storage;
    const ranked = await fullText.search({ terms: TERMS }, COUNT, { workspace, filter: { includeSuperseded: true } });
    const allowed = new Set(inScope(workspace, passes).map((one) => one.memory.id));
    const truth = ranked.filter((hit) => allowed.has(hit.memoryId));
    const hits = await fullText.search({ terms: TERMS }, 15, { workspace, filter });
    expect(hits.map((hit) => hit.score)).toEqual(truth.slice(0, 15).map((hit) => hit.score));
    expect(ids(hits).every((id) => allowed.has(id))).toBe(true);
    expect(new Set(ids(hits)).size).toBe(Math.min(15, truth.length));
    expect(ranked).toHaveLength(inScope(workspace, () => true).length);
  });
});

test('a match is found though the best of all lie in another workspace', async () => {
  verifies('D003');
  const plain = (number: number, workspace: string, text: string): NewMemory => ({
    ...numberedMemory(2, number),
    workspace,
    text,
    passages: [{ start: 0, end: text.length }],
  });
  const crowd = Array.from({ length: 120 }, (_, number) => plain(number, 'other', 'xylophone xylophone'));
  const lone = plain(999, HERE, `one xylophone ${'among other words '.repeat(20)}`);
  await fixture.storage.memories.add([...crowd, lone], 1);
  const hits = await fixture.storage.fullText.search({ terms: toQueryTerms('xylophone') }, 1, { workspace: HERE });
  expect(ids(hits)).toEqual([lone.id]);
});
