/** Filters against a plain reading of them: whatever is asked, list, words and vectors give exactly what passes. */
import { expect } from 'vitest';
import * as fc from 'fast-check';
import type { JsonValue, MemoryFilter, MetadataCondition, MetadataScalar } from '@zapomni/core/model';
import type { NewMemory, Storage } from '@zapomni/core/ports';
import { ENDED_KIND, toQueryTerms } from '@zapomni/core/model';
import { verifies } from '../../verifies.ts';
import { memory, memoryIds, MODEL, NOW, onlyPassage, unit, WORKSPACE, type Clause } from './fixtures.ts';

const MEMORIES = 60;
const CUT = 7;
const KINDS = ['fact', 'note', 'note', 'note', 'fact', ENDED_KIND, 'note'];
const ODD_FIELDS = [
  'a"b',
  "a'b",
  'a.b',
  'a..b',
  '',
  '.',
  '__proto__',
  'constructor',
  '$',
  '$.p',
  '[0]',
  'é',
  '\\',
  'x\0y',
  '😀',
];
const FIELDS = ['p', 'q', 'deep', 'deep.er', 'deep.er.est', 'absent', 'list.0', ...ODD_FIELDS];
const SCALARS: readonly MetadataScalar[] = [
  0,
  1,
  2,
  -1,
  0.1,
  1.5,
  1e300,
  5e-324,
  2 ** 60,
  '',
  '1',
  'a',
  'b',
  '2024-03-05',
  '2024-12-01',
  '😀',
  '\uffee',
  'a\0b',
  "'; DROP TABLE memories; --",
  true,
  false,
  null,
];

const scalar = fc.constantFrom(...SCALARS);
const comparable = fc.constantFrom(...SCALARS.filter((one) => typeof one === 'string' || typeof one === 'number'));
const field = fc.constantFrom(...FIELDS);
const condition: fc.Arbitrary<MetadataCondition> = fc.oneof(
  fc.record({ field, op: fc.constantFrom('eq' as const, 'ne' as const), value: scalar }),
  fc.record({
    field,
    op: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    value: comparable,
  }),
  fc.record({ field, op: fc.constant('in' as const), value: fc.array(scalar, { maxLength: 5 }) }),
  fc.record({ field, op: fc.constant('exists' as const), value: fc.boolean() }),
);
const someOf = (names: readonly string[]) => fc.subarray([...names, 'absent', "x' OR 1=1 --"]);
const time = fc.integer({ min: 0, max: MEMORIES });

/** One to three conditions: more would let nothing through. */
const filter: fc.Arbitrary<MemoryFilter> = fc
  .record(
    {
      tags: someOf(['a', 'b', 'c']),
      allTags: someOf(['a', 'b']),
      noTags: someOf(['b', 'c']),
      sources: someOf(['s0', 's1']),
      kinds: someOf(['note', 'fact']),
      noKinds: someOf(['fact', ENDED_KIND]),
      from: time,
      before: time,
      metadata: fc.array(condition, { maxLength: 3 }),
      validAt: time,
    },
    { requiredKeys: [] },
  )
  .chain((all) =>
    fc.shuffledSubarray(Object.entries(all), { maxLength: 3 }).map((kept): MemoryFilter => Object.fromEntries(kept)),
  );

interface Known {
  readonly memory: NewMemory;
  readonly validTo: number | null;
}

export function filterClauses(clause: Clause): void {
  clause(
    'list, words and vectors give what a plain reading of the filter gives, before the cut',
    async ({ storage }) => {
      verifies('D003', 'P006');
      const known = await fill(storage);
      const check = async (given: MemoryFilter) => {
        const truth = known.filter((one) => passes(one, given)).map((one) => one.memory.id);
        expect(await found(storage, given)).toEqual(expectedOf(truth));
      };
      await fc.assert(fc.asyncProperty(filter, check), { numRuns: 250, seed: 4 });
    },
  );

  clause('the total without the kinds that are left out is that of the pages', async ({ storage }) => {
    const noted = (text: string, kind: string, supersedes: string | null = null) => memory(text, { kind, supersedes });
    const file = noted('what the file said', 'document');
    const end = noted('the file is gone', ENDED_KIND, file.id);
    const others = [noted('another end', ENDED_KIND), noted('a fact', 'fact'), noted('a note', 'note')];
    await storage.memories.add([file, end, noted('the file is back', 'document', end.id), ...others], NOW);
    const totals = async (given: MemoryFilter) => {
      const { items, total } = await storage.memories.list({ workspace: WORKSPACE, filter: given, limit: 10 });
      expect(items).toHaveLength(total);
      return total;
    };
    const asked: [MemoryFilter, number][] = [
      [{}, 4],
      [{ noKinds: [ENDED_KIND] }, 3],
      [{ noKinds: [ENDED_KIND], includeSuperseded: true }, 4],
      [{ noKinds: [ENDED_KIND, 'fact'] }, 2],
      [{ noKinds: [ENDED_KIND], kinds: ['fact', ENDED_KIND] }, 1],
      [{ noKinds: [] }, 4],
    ];
    for (const [given, total] of asked) expect([given, await totals(given)]).toEqual([given, total]);
  });

  clause('a metadata field of any name and type is compared as the filter says', async ({ storage }) => {
    const known = await fill(storage);
    const check = async (test: MetadataCondition) => {
      const truth = known.filter((one) => passes(one, { metadata: [test] })).map((one) => one.memory.id);
      const { items } = await storage.memories.list({
        workspace: WORKSPACE,
        filter: { metadata: [test] },
        limit: MEMORIES,
      });
      expect(items.map((one) => one.id).toReversed(), JSON.stringify(test)).toEqual(truth);
    };
    for (const name of FIELDS) {
      for (const op of ['eq', 'ne'] as const) await check({ field: name, op, value: 1 });
      for (const value of [true, false]) await check({ field: name, op: 'exists', value });
    }
    for (const value of SCALARS) {
      for (const op of ['eq', 'ne'] as const) await check({ field: 'p', op, value });
      await check({ field: 'q', op: 'in', value: [value, 'none', 7] });
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      for (const op of ['gt', 'gte', 'lt', 'lte'] as const) await check({ field: 'p', op, value });
    }
    await check({ field: 'p', op: 'in', value: [...SCALARS, ...Array.from({ length: 50_000 }, (_, i) => `v${i}`)] });
  });

  clause('ids name the memories, among them only those that the rest lets through', async ({ storage }) => {
    const known = await fill(storage);
    const live = known.filter((one) => one.validTo === null).map((one) => one.memory.id);
    const some = live.filter((_, i) => i % 5 === 0);
    const ids = [...some, ...some, 'no such id', "'"];
    expect(await found(storage, { ids })).toEqual(expectedOf(some));
    const tagged = known.filter((one) => some.includes(one.memory.id) && one.memory.tags.includes('a'));
    expect(await found(storage, { ids, tags: ['a'] })).toEqual(expectedOf(tagged.map((one) => one.memory.id)));
    const many = Array.from({ length: 50_000 }, (_, i) => `none ${i}`);
    expect(await found(storage, { ids: [...many, ...some] })).toEqual(expectedOf(some));
    expect(await found(storage, { ids: ['none'] })).toEqual(expectedOf([]));
  });

  clause('validAt brings back what held at a time', async ({ storage }) => {
    verifies('P041');
    const first = memory('the office is in Prague', { validFrom: 10 });
    const second = memory('the office is in Berlin', { validFrom: 20, supersedes: first.id });
    await storage.memories.add([first], NOW);
    await storage.memories.add([second], NOW);
    const held = async (validAt: number) => (await found(storage, { validAt })).listed;
    expect(await held(9)).toEqual([]);
    expect(await held(10)).toEqual([first.id]);
    expect(await held(19)).toEqual([first.id]);
    expect(await held(20)).toEqual([second.id]);
    expect(await held(NOW)).toEqual([second.id]);
  });
}

/** Each with one passage, all found by one word, the nearest first; every seventh replaces the one before it. */
async function fill(storage: Storage): Promise<Known[]> {
  const memories = Array.from({ length: MEMORIES }, (_, i) => numbered(i));
  const replaced = memories.map((one, i): NewMemory => {
    return i % 7 === 1 ? { ...one, supersedes: memories[i - 1]?.id ?? null } : one;
  });
  const stored = await storage.memories.add(replaced, NOW);
  const vectors = stored.map((one, i) => ({ passageId: onlyPassage(one), vector: unit(1, i / MEMORIES) }));
  await storage.vectors.put(MODEL, vectors);
  return replaced.map((one, i) => {
    const next = replaced[i + 1];
    return { memory: one, validTo: next?.supersedes === one.id ? next.validFrom : null };
  });
}

function numbered(i: number): NewMemory {
  const tags = ['a', 'b', 'c'].filter((_, bit) => (i >> bit) & 1);
  const rest = { tags, source: `s${i % 3}`, kind: KINDS[i % KINDS.length] ?? 'note', occurredAt: i, validFrom: i };
  return memory(`pebble ${'sand '.repeat(i)}`.trim(), { ...rest, metadata: metadataOf(i) });
}

function metadataOf(i: number): Record<string, JsonValue> {
  const value = (step: number): JsonValue => SCALARS[(i * step) % SCALARS.length] as MetadataScalar;
  const odd = ODD_FIELDS[i % ODD_FIELDS.length] as string;
  const metadata: Record<string, JsonValue> = {
    p: value(1),
    ...(i % 3 ? { q: value(5) } : {}),
    ...(i % 2 ? { deep: { er: i % 4 === 1 ? value(7) : { est: value(11) } } } : { 'deep.er': value(13) }),
    list: [1, 'a'],
  };
  // Assignment would set the prototype where the name is that of one.
  Object.defineProperty(metadata, odd, { value: i % 2 ? 1 : 'a', enumerable: true });
  return metadata;
}

interface Found {
  readonly listed: readonly string[];
  readonly pages: number;
  readonly words: readonly string[];
  readonly nearest: readonly string[];
}

async function found(storage: Storage, given: MemoryFilter): Promise<Found> {
  const scope = { workspace: WORKSPACE, filter: given };
  const [page, words, nearest] = await Promise.all([
    storage.memories.list({ workspace: WORKSPACE, filter: given, limit: MEMORIES }),
    storage.fullText.search({ terms: toQueryTerms('pebble') }, CUT, scope),
    storage.vectors.nearest(MODEL, unit(1, 0), CUT, scope),
  ]);
  const listed = page.items.map((one) => one.id).toReversed();
  return { listed, pages: page.total, words: memoryIds(words), nearest: memoryIds(nearest) };
}

/** Memories are made so that the shortest is the oldest and the nearest. */
function expectedOf(ids: readonly string[]): Found {
  const best = ids.slice(0, CUT);
  return { listed: ids, pages: ids.length, words: best, nearest: best };
}

function passes({ memory: one, validTo }: Known, given: MemoryFilter): boolean {
  const any = (wanted: readonly string[] | undefined, has: readonly string[]) =>
    !wanted?.length || wanted.some((name) => has.includes(name));
  const at = given.validAt;
  return [
    at === undefined ? validTo === null || given.includeSuperseded : one.validFrom <= at && (validTo ?? NOW) > at,
    any(given.tags, one.tags),
    (given.allTags ?? []).every((tag) => one.tags.includes(tag)),
    !(given.noTags ?? []).some((tag) => one.tags.includes(tag)),
    any(given.sources, [one.source]),
    any(given.kinds, [one.kind]),
    !(given.noKinds ?? []).includes(one.kind),
    (one.occurredAt ?? NOW) >= (given.from ?? 0),
    (one.occurredAt ?? NOW) < (given.before ?? Infinity),
    (given.metadata ?? []).every((test) => holds(test, readField(one.metadata, test.field))),
  ].every(Boolean);
}

function readField(metadata: Readonly<Record<string, JsonValue>>, name: string): JsonValue | undefined {
  if (Object.hasOwn(metadata, name)) return metadata[name];
  return name.split('.').reduce((value: JsonValue | undefined, step) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.hasOwn(value, step) ? value[step] : undefined;
  }, metadata as JsonValue);
}

function holds(test: MetadataCondition, value: JsonValue | undefined): boolean {
  switch (test.op) {
    case 'exists':
      return (value !== undefined) === test.value;
    case 'eq':
      return value === test.value;
    case 'ne':
      return value !== test.value;
    case 'in':
      return test.value.some((one) => one === value);
    default:
      return typeof value === typeof test.value && isInOrder(test.op, value as string | number, test.value);
  }
}

function isInOrder(op: 'gt' | 'gte' | 'lt' | 'lte', value: string | number, bound: string | number): boolean {
  const order = typeof value === 'number' ? Math.sign(value - Number(bound)) : compareCodePoints(value, String(bound));
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op];
}

function compareCodePoints(a: string, b: string): number {
  return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
