/** One hop, many hops, and very many neighbours. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { memory, NOW, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { allRelations, ids, link, SEATED, tellOffice, thing, WORKS } from './fixtures.ts';

/** `npm run test:full` has a hundred thousand, which an engine still counts in full. */
const CROWD = Number(process.env['ZAPOMNI_NEIGHBOURS'] ?? 20_000);

export function pathClauses(clause: Clause): void {
  clause(
    'one hop from each: the strongest first, at most as many as asked for, with the totals',
    async ({ storage }) => {
      await link(storage, [['a', 'x']], { confidence: 0.2 });
      await link(storage, [['a', 'y']], { confidence: 0.9 });
      await link(storage, [['z', 'a']], { confidence: 0.5 });
      await link(storage, [['a', 'x']], { confidence: 0.4, type: 'KNOWS' });
      const around = async (query: object, ...names: string[]) => {
        const { relations, totals } = await storage.graph.neighbours(WORKSPACE, names.map(thing), {
          limit: 9,
          ...query,
        });
        return [relations.map(({ source, type, target }) => `${source} ${type} ${target}`), totals];
      };
      const [ax, ay, za, knows] = [
        'thing:a LINKS thing:x',
        'thing:a LINKS thing:y',
        'thing:z LINKS thing:a',
        'thing:a KNOWS thing:x',
      ];
      expect(await around({}, 'a')).toEqual([[ay, za, knows, ax], [4]]);
      expect(await around({ limit: 2 }, 'a', 'nobody', 'x')).toEqual([
        [ay, za, knows, ax],
        [4, 0, 2],
      ]);
      expect(await around({ direction: 'out' }, 'a')).toEqual([[ay, knows, ax], [3]]);
      expect(await around({ direction: 'in' }, 'a')).toEqual([[za], [1]]);
      expect(await around({ types: ['KNOWS', 'HATES'] }, 'a')).toEqual([[knows], [1]]);
      expect(await around({ types: [] }, 'a')).toEqual([[ay, za, knows, ax], [4]]);
      expect(await around({ minStrength: 0.4 }, 'a')).toEqual([[ay, za, knows], [3]]);
      expect(await around({ limit: 0 }, 'a')).toEqual([[], [4]]);
    },
  );

  clause('what is reached comes nearest first, by a shortest way that leads back to the start', async ({ storage }) => {
    await tellOffice(storage);
    await link(storage, [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'a'],
      ['c', 'e'],
      ['e', 'f'],
    ]);
    const whole = await storage.graph.reach(WORKSPACE, thing('a'), { depth: 5, limit: 10 });
    expect(whole).toMatchObject({ total: 5, complete: true });
    const distances = Object.fromEntries(whole.reached.map((one) => [one.entityId, one.distance]));
    expect(distances).toEqual({ 'thing:b': 1, 'thing:d': 1, 'thing:c': 2, 'thing:e': 3, 'thing:f': 4 });
    for (const { entityId, from, distance, relation } of whole.reached) {
      expect(distance).toBe((distances[from] ?? 0) + 1);
      expect([relation.source, relation.target].toSorted()).toEqual([from, entityId].toSorted());
    }
    const near = await storage.graph.reach(WORKSPACE, thing('a'), { depth: 2, limit: 2 });
    expect(near.reached.map((one) => one.distance)).toEqual([1, 1]);
    expect(near.total).toBe(3);
    const out = await storage.graph.reach(WORKSPACE, thing('c'), { depth: 1, limit: 9, direction: 'out' });
    expect(out.reached.map((one) => one.entityId).toSorted()).toEqual([thing('d'), thing('e')]);
    const back = await storage.graph.reach(WORKSPACE, thing('c'), { depth: 2, limit: 9, direction: 'in' });
    expect(back.reached.map((one) => one.entityId)).toEqual([thing('b'), thing('a')]);
  });

  clause('of several last steps to an entity the strongest is told', async ({ storage }) => {
    for (const [type, confidence] of [
      ['WEAK', 0.1],
      ['STRONG', 0.9],
      ['MIDDLING', 0.5],
    ] as const) {
      await link(storage, [['b', 'a']], { type, confidence });
    }
    await link(storage, [['a', 'c']], { confidence: 0.7 });
    const { reached } = await storage.graph.reach(WORKSPACE, thing('a'), { depth: 1, limit: 9 });
    expect(reached.map((one) => [one.entityId, one.relation.type, one.relation.strength])).toEqual([
      [thing('b'), 'STRONG', 0.9],
      [thing('c'), 'LINKS', 0.7],
    ]);
    const strong = await storage.graph.reach(WORKSPACE, thing('a'), { depth: 1, limit: 9, minStrength: 0.8 });
    expect(strong).toMatchObject({ total: 1 });
  });

  clause('an unknown start is NOT_FOUND; only depths from 1 to 5 are taken', async ({ storage }) => {
    await link(storage, [['a', 'b']]);
    const reach = (start: string, depth: number) => storage.graph.reach(WORKSPACE, start, { depth, limit: 5 });
    await expect(reach(thing('nobody'), 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const depth of [0, 6, -1, 1.5, Number.NaN, Infinity]) {
      await expect(reach(thing('a'), depth)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        issues: [{ field: 'depth' }],
      });
    }
    expect(await reach(thing('a'), 5)).toMatchObject({ total: 1 });
  });

  clause('what held or was believed at another moment is reached at that moment', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    const later = NOW + 1000;
    await storage.memories.add([memory('nothing to say', { supersedes: id, validFrom: NOW + 500 })], later);
    const reach = async (moment: object) => {
      const { reached } = await storage.graph.reach(WORKSPACE, ids.ada, { depth: 3, limit: 9, ...moment });
      return reached.map((one) => one.relation.id);
    };
    expect(await reach({})).toEqual([]);
    expect(await reach({ validAt: NOW + 499 })).toEqual([WORKS, SEATED]);
    expect(await reach({ validAt: NOW + 500 })).toEqual([]);
    expect(await reach({ validAt: NOW - 1 })).toEqual([]);
    expect(await reach({ knownAt: later - 1 })).toEqual([WORKS, SEATED]);
    expect(await reach({ knownAt: NOW })).toEqual([]);
    expect(await reach({ knownAt: later, validAt: NOW + 499 })).toEqual([WORKS, SEATED]);
    expect(await reach({ knownAt: later - 1, validAt: NOW + 600 })).toEqual([WORKS, SEATED]);
    const [works] = (await storage.graph.neighbours(WORKSPACE, [ids.ada], { limit: 1, validAt: NOW + 1 })).relations;
    expect(works).toMatchObject({ validFrom: NOW, validTo: NOW + 500, strength: 0.8, evidence: 1 });
  });

  clause('neighbours of whenever are all that is believed, whatever its valid time', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    const later = NOW + 1000;
    await storage.memories.add([memory('nothing to say', { supersedes: id, validFrom: NOW + 500 })], later);
    const entities = ['a', 'b'].map((name) => ({ type: 'thing', name }));
    const [source = '', target = ''] = await storage.graph.assertEntities(WORKSPACE, entities, NOW);
    const future = { type: 'LINKS', confidence: 1, memoryId: null, validFrom: Date.UTC(2200, 0, 1), validTo: null };
    await storage.graph.assertRelations(WORKSPACE, [{ source, target, ...future }], NOW);
    const around = async (entity: string, moment: object = {}) => {
      const query = { limit: 9, whenever: true, ...moment };
      return (await storage.graph.neighbours(WORKSPACE, [entity], query)).relations;
    };
    expect(await around(ids.ada)).toMatchObject([{ id: WORKS, validFrom: NOW, validTo: NOW + 500, strength: 0.8 }]);
    expect(await around(ids.ada, { validAt: NOW - 1 })).toHaveLength(1);
    expect(await around(ids.ada, { knownAt: later - 1 })).toMatchObject([{ id: WORKS, validTo: null }]);
    expect(await around(ids.ada, { knownAt: NOW })).toEqual([]);
    expect(await around(thing('a'))).toMatchObject([{ target: thing('b') }]);
    expect((await storage.graph.neighbours(WORKSPACE, [thing('a')], { limit: 9 })).relations).toEqual([]);
  });

  clause('relations are listed each once, in pages, as of any moment', async ({ storage }) => {
    const pairs = Array.from({ length: 25 }, (_, i): [string, string] => [`a${i % 5}`, `b${i}`]);
    await link(storage, pairs);
    const all = (await allRelations(storage)).map((one) => one.id);
    expect(new Set(all).size).toBe(25);
    expect((await allRelations(storage, {}, { limit: 4 })).map((one) => one.id)).toEqual(all);
    const page = await storage.graph.listRelations(WORKSPACE, { limit: 4 });
    expect(page).toMatchObject({ total: 25 });
    await link(storage, [
      ['a0', 'new'],
      ['z', 'new'],
    ]);
    const rest: string[] = [];
    for (let cursor = page.next; cursor !== null;) {
      const next = await storage.graph.listRelations(WORKSPACE, { limit: 4, cursor });
      rest.push(...next.items.map((one) => one.id));
      cursor = next.next;
    }
    expect(rest.filter((id) => all.includes(id))).toEqual(all.slice(4));
    expect(await storage.graph.listRelations(WORKSPACE, { limit: 4, knownAt: NOW - 1 })).toMatchObject({ total: 0 });
    expect(await storage.graph.listRelations(WORKSPACE, { limit: 4, validAt: NOW })).toMatchObject({ total: 27 });
    const bad = storage.graph.listRelations(WORKSPACE, { limit: 4, cursor: 'WyJ4Il0' });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause(`${CROWD} neighbours give a bounded answer with their number`, async ({ storage }) => {
    const names = Array.from({ length: CROWD }, (_, i) => `n${i}`);
    for (let at = 0; at < CROWD; at += 10_000) {
      await link(
        storage,
        names.slice(at, at + 10_000).map((name): [string, string] => ['hub', name]),
      );
    }
    await link(storage, [['hub', 'best']], { confidence: 0.99 });
    const near = await storage.graph.neighbours(WORKSPACE, [thing('hub')], { limit: 3 });
    expect(near.totals).toEqual([CROWD + 1]);
    expect(near.relations).toHaveLength(3);
    expect(near.relations[0]).toMatchObject({ target: thing('best') });
    const one = await storage.graph.reach(WORKSPACE, thing('hub'), { depth: 1, limit: 10 });
    expect(one).toMatchObject({ total: CROWD + 1, complete: true });
    expect(one.reached[0]).toMatchObject({ entityId: thing('best') });
    expect(one.reached).toHaveLength(10);
    const far = await storage.graph.reach(WORKSPACE, thing('best'), { depth: 5, limit: 10 });
    expect(far.reached).toHaveLength(10);
    expect(far.reached[0]).toMatchObject({ entityId: thing('hub'), distance: 1 });
    expect(far.total).toBeGreaterThan(CROWD / 2);
    expect(far.total).toBeLessThanOrEqual(CROWD + 1);
    if (far.complete) expect(far.total).toBe(CROWD + 1);
  });

  clause(
    'whatever the graph, its merges and the question, what is reached is what a plain walk reaches',
    async (harness) => {
      let runs = 0;
      const check = async (graph: RandomGraph): Promise<void> => {
        const workspace = `w${runs++}`;
        const roots = await build(harness.storage, workspace, graph);
        const start = roots.get(nameOf(graph.start)) ?? '';
        const expected = plainWalk(graph, roots, start);
        const got = await harness.storage.graph.reach(workspace, thing(nameOf(graph.start)), {
          depth: graph.depth,
          limit: 100,
          direction: graph.direction,
          ...(graph.types ? { types: graph.types } : {}),
        });
        expect(new Map(got.reached.map((one) => [one.entityId.slice('thing:'.length), one.distance]))).toEqual(
          expected,
        );
        expect(got).toMatchObject({ total: expected.size, complete: true });
        const relations = await allRelations(harness.storage, {}, { workspace });
        expect((await harness.storage.graph.counts(workspace)).relations).toBe(relations.length);
        for (const one of got.reached) {
          const from = one.from.slice('thing:'.length);
          expect(one.distance).toBe((expected.get(from) ?? 0) + 1);
          expect(one.distance > 1 || from === start).toBe(true);
        }
      };
      await fc.assert(fc.asyncProperty(randomGraph, check), { numRuns: 60, seed: 5 });
    },
  );
}

const NODES = 12;
const node = fc.integer({ min: 0, max: NODES - 1 });
const type = fc.constantFrom('A', 'B', 'C');

const randomGraph = fc.record({
  edges: fc.array(fc.tuple(node, type, node), { maxLength: 24 }),
  merges: fc.array(fc.tuple(node, node), { maxLength: 3 }),
  start: node,
  depth: fc.integer({ min: 1, max: 5 }),
  direction: fc.constantFrom('out' as const, 'in' as const, 'both' as const),
  types: fc.option(fc.subarray(['A', 'B', 'C'], { minLength: 1 }), { nil: undefined }),
});

type RandomGraph = typeof randomGraph extends fc.Arbitrary<infer Value> ? Value : never;

function nameOf(at: number): string {
  return `n${at}`;
}

/** Which name each name answers to. */
async function build(storage: Storage, workspace: string, graph: RandomGraph): Promise<Map<string, string>> {
  const names = Array.from({ length: NODES }, (_, at) => nameOf(at));
  await storage.graph.assertEntities(
    workspace,
    names.map((name) => ({ type: 'thing', name })),
    NOW,
  );
  const drafts = graph.edges.map(([source, kind, target]) => ({
    source: thing(nameOf(source)),
    type: kind,
    target: thing(nameOf(target)),
    confidence: 0.5,
    memoryId: null,
    validFrom: NOW,
    validTo: null,
  }));
  await storage.graph.assertRelations(workspace, drafts, NOW);
  const roots = new Map(names.map((name) => [name, name]));
  for (const [into, from] of graph.merges) {
    const [a, b] = [roots.get(nameOf(into)), roots.get(nameOf(from))];
    if (a === undefined || b === undefined || a === b) continue;
    await storage.graph.merge(workspace, thing(nameOf(into)), thing(nameOf(from)), NOW);
    for (const [name, root] of roots) if (root === b) roots.set(name, a);
  }
  return roots;
}

/** Distances of all that is reached. */
function plainWalk(graph: RandomGraph, roots: ReadonlyMap<string, string>, start: string): Map<string, number> {
  const steps = graph.edges
    .filter(([, kind]) => graph.types === undefined || graph.types.includes(kind))
    .flatMap(([source, , target]) => {
      const [from, to] = [roots.get(nameOf(source)) ?? '', roots.get(nameOf(target)) ?? ''];
      return [...(graph.direction === 'in' ? [] : [[from, to]]), ...(graph.direction === 'out' ? [] : [[to, from]])];
    });
  const distances = new Map([[start, 0]]);
  for (let distance = 1; distance <= graph.depth; distance++) {
    for (const [from = '', to = ''] of steps) {
      if (distances.get(from) === distance - 1 && !distances.has(to)) distances.set(to, distance);
    }
  }
  distances.delete(start);
  return distances;
}
