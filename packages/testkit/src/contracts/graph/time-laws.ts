/** The laws of both clocks, for histories made at random. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { relationId } from '@zapomni/core/model';
import type { RecordedEvidence, Storage, StoreEvent } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import { memory, nextId, NOW, textPatch, type Clause } from '../storage/fixtures.ts';
import { allRelations } from './fixtures.ts';
import { TimeOracle, type Fact } from './time-oracle.ts';

const NAMES = ['a', 'b', 'c'];
const RELATIONS = [
  [0, 'LIKES', 1],
  [1, 'LIKES', 2],
  [0, 'KNOWS', 2],
] as const;
/** Later than all that happens in a history. */
const AFTER = NOW + 10_000;

const time = fc.integer({ min: 0, max: 40 });
const said = fc.array(
  fc.record({
    relation: fc.integer({ min: 0, max: RELATIONS.length - 1 }),
    place: fc.integer({ min: 0, max: 2 }),
    confidence: fc.constantFrom(0.25, 0.5, 0.75),
    from: time,
    length: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
  }),
  { maxLength: 4 },
);
const which = fc.nat(20);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tell' as const), from: time, said }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('supersede' as const), which, from: time, said }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reread' as const), which, said }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tag' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('assert' as const), said }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retract' as const), relation: fc.nat(2), until: time }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which }) },
);
/** Several things may happen at the same time. */
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), operation), { minLength: 3, maxLength: 14 });

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
type Saying = typeof said extends fc.Arbitrary<infer Value> ? Value : never;

export function timeLawClauses(clause: Clause): void {
  clause('at every point of both clocks the storage tells what a plain account tells', async ({ storage }) => {
    verifies('P041', 'P042');
    await forHistories(storage, 60, async (past) => {
      const times = [NOW - 1, ...past.times, AFTER];
      for (const knownAt of new Set(times)) {
        for (const validAt of [NOW, NOW + 7, NOW + 15, NOW + 30, NOW + 60]) await past.compare({ validAt, knownAt });
      }
    });
  });

  clause('the snapshot of now is the present state', async ({ storage }) => {
    verifies('P041', 'P042');
    await forHistories(storage, 25, async ({ workspace, times }) => {
      const present = await allRelations(storage, {}, { workspace });
      for (const moment of [{ knownAt: AFTER }, { validAt: AFTER }, { validAt: AFTER, knownAt: times.at(-1) ?? 0 }]) {
        expect(await allRelations(storage, moment, { workspace })).toEqual(present);
      }
      const all = Array.from({ length: NAMES.length }, (_, at) => entity(at));
      const around = await storage.graph.neighbours(workspace, all, { limit: 100, direction: 'out' });
      expect(byId(around.relations)).toEqual(byId(present));
      const snapshot = await storage.times.memoriesAsOf(workspace, { validAt: AFTER, knownAt: AFTER }, { limit: 100 });
      const listed = await storage.memories.list({ workspace, limit: 100 });
      expect(snapshot.items.map((one) => one.id)).toEqual(listed.items.map((one) => one.id).toSorted());
      expect(await storage.times.memoriesAsOf(workspace, {}, { limit: 100 })).toEqual(snapshot);
    });
  });

  clause('a fact is in exactly one version at any point of both clocks', async ({ storage }) => {
    verifies('P041');
    await forHistories(storage, 25, async ({ workspace }) => {
      for (const relation of RELATIONS) expectDisjoint(await evidenceOf(storage, workspace, relation));
      const { items } = await storage.memories.list({ workspace, limit: 100, filter: { includeSuperseded: true } });
      for (const { id, createdAt, recordedAt } of items) {
        const versions = await storage.memories.history(workspace, id);
        const begins = [...versions.map((one) => one.recordedAt), recordedAt];
        expect(begins[0]).toBe(createdAt);
        expect(versions.map((one) => one.recordedTo)).toEqual(begins.slice(1));
      }
    });
  });

  clause('the changes between two times, replayed on the first snapshot, give the second', async ({ storage }) => {
    verifies('P041', 'P042');
    await forHistories(storage, 25, async ({ workspace, times }) => {
      const begun = NOW - 1;
      for (const [first, second] of [
        [begun, times.at(-1)],
        [times.at(Math.floor(times.length / 3)), times.at(Math.floor((2 * times.length) / 3))],
        [times[0], AFTER],
      ]) {
        const believed = await snapshotAt(storage, workspace, first ?? begun);
        for (const event of await eventsBetween(storage, workspace, first ?? begun, second ?? AFTER))
          replay(believed, event);
        expect(believed).toEqual(await snapshotAt(storage, workspace, second ?? AFTER));
      }
    });
  });
}

interface Past {
  readonly workspace: string;
  /** When something happened. */
  readonly times: readonly number[];
  /** With the plain account of the same history. */
  compare(moment: { readonly validAt: number; readonly knownAt: number }): Promise<void>;
}

async function forHistories(storage: Storage, runs: number, check: (past: Past) => Promise<void>): Promise<void> {
  let number = 0;
  const property = fc.asyncProperty(history, async (operations) => {
    const player = new Player(storage, `w${number++}`);
    await player.begin();
    for (const [pause, one] of operations) await player.play(pause, one);
    await check(player);
  });
  await fc.assert(property, { numRuns: runs, seed: 11 });
}

/** Does to the storage, and to the plain account, what a history says. */
class Player implements Past {
  readonly workspace: string;
  readonly times: number[] = [];
  readonly #storage: Storage;
  readonly #oracle = new TimeOracle();
  readonly #texts = new Map<string, { version: number; passage: number }>();
  #now = NOW;

  constructor(storage: Storage, workspace: string) {
    this.#storage = storage;
    this.workspace = workspace;
  }

  async begin(): Promise<void> {
    const things = NAMES.map((name) => ({ type: 'thing', name }));
    await this.#storage.graph.assertEntities(this.workspace, things, NOW);
  }

  async play(pause: number, one: Operation): Promise<void> {
    this.#now += pause;
    this.times.push(this.#now);
    const memories = this.#oracle.memories;
    const meant = 'which' in one ? memories[one.which % Math.max(1, memories.length)]?.id : undefined;
    if (one.kind === 'tell') return this.#tell(one.from, one.said);
    if (one.kind === 'assert') return this.#assert(one.said);
    if (one.kind === 'retract') return this.#retract(one.relation, NOW + one.until);
    if (meant === undefined) return;
    if (one.kind === 'supersede') return this.#supersede(meant, one.from, one.said);
    if (one.kind === 'reread') return this.#read(meant, one.said);
    if (one.kind === 'rewrite') return this.#rewrite(meant);
    if (one.kind === 'remove') return this.#remove(meant);
    await this.#storage.memories.update(this.workspace, meant, { tags: [nextId()] }, this.#now);
  }

  async compare({ validAt, knownAt }: { readonly validAt: number; readonly knownAt: number }): Promise<void> {
    const moment = { validAt, knownAt };
    const relations = await allRelations(this.#storage, moment, { workspace: this.workspace, limit: 2 });
    const told = relations.map(({ id, strength, evidence, validFrom, validTo }) => {
      return { id, strength: round(strength), evidence, validFrom, validTo };
    });
    const expected = this.#oracle.relationsAt(validAt, knownAt);
    expect(byId(told)).toEqual(expected.map((one) => ({ ...one, strength: round(one.strength) })));
    const page = await this.#storage.times.memoriesAsOf(this.workspace, moment, { limit: 100 });
    const memories = page.items.map(({ id, text, validFrom, validTo }) => ({ id, text, from: validFrom, to: validTo }));
    expect(memories).toEqual(this.#oracle.memoriesAt(validAt, knownAt));
    expect(page.total).toBe(memories.length);
  }

  async #tell(from: number, sayings: Saying, supersedes: string | null = null): Promise<void> {
    const given = memory('abc', { workspace: this.workspace, validFrom: NOW + from, supersedes });
    const [stored] = await this.#storage.memories.add([given], this.#now);
    this.#texts.set(given.id, { version: 1, passage: stored?.passageIds[0] ?? 0 });
    if (supersedes !== null) this.#oracle.supersede(this.#now, supersedes, NOW + from);
    this.#oracle.add(this.#now, { id: given.id, text: 'abc', from: NOW + from, to: null });
    await this.#read(given.id, sayings);
  }

  /** What is superseded already cannot be again. */
  async #supersede(id: string, from: number, sayings: Saying): Promise<void> {
    const [known] = await this.#storage.memories.get(this.workspace, [id]);
    if (known?.supersededBy === null) await this.#tell(from, sayings, id);
  }

  async #read(id: string, sayings: Saying): Promise<void> {
    const { version = 1, passage = 0 } = this.#texts.get(id) ?? {};
    const facts = sayings.map((saying) => toFact(saying, id));
    const taken = await this.#storage.graph.put(
      {
        workspace: this.workspace,
        memoryId: id,
        version,
        entities: NAMES.map((name) => ({ type: 'thing', name })),
        mentions: NAMES.map((_, at) => ({ entity: at, passageId: passage, start: at, end: at + 1 })),
        relations: sayings.map((saying) => {
          const [source, type, target] = RELATIONS[saying.relation] ?? RELATIONS[0];
          const { from, to, confidence, place } = toFact(saying, id);
          return { source, type, target, confidence, start: place, end: 3, validFrom: from, validTo: to };
        }),
      },
      this.#now,
    );
    expect(taken).toBe(true);
    this.#oracle.read(this.#now, id, facts);
  }

  async #rewrite(id: string): Promise<void> {
    const patch = textPatch(`abc ${this.#texts.get(id)?.version}`);
    const { memory: now, passageIds } = await this.#storage.memories.update(
      this.workspace,
      id,
      { text: patch },
      this.#now,
    );
    this.#texts.set(id, { version: now.version, passage: passageIds[0] ?? 0 });
    this.#oracle.rewrite(this.#now, id, patch.text);
  }

  async #assert(sayings: Saying): Promise<void> {
    for (const saying of sayings) {
      const fact = toFact(saying, null);
      const [source, type, target] = RELATIONS[saying.relation] ?? RELATIONS[0];
      const { confidence, from: validFrom, to: validTo } = fact;
      const draft = {
        source: entity(source),
        type,
        target: entity(target),
        confidence,
        memoryId: null,
        validFrom,
        validTo,
      };
      await this.#storage.graph.assertRelations(this.workspace, [draft], this.#now);
      this.#oracle.assert(this.#now, fact);
    }
  }

  async #retract(relation: number, until: number): Promise<void> {
    const id = idOf(RELATIONS[relation] ?? RELATIONS[0]);
    await this.#storage.graph.retractRelation(this.workspace, id, until, this.#now);
    this.#oracle.retract(this.#now, id, until);
  }

  async #remove(id: string): Promise<void> {
    await this.#storage.memories.remove(this.workspace, [id], this.#now);
    this.#oracle.remove(id);
  }
}

function toFact({ relation, place, confidence, from, length }: Saying[number], id: string | null): Fact {
  return {
    relation: idOf(RELATIONS[relation] ?? RELATIONS[0]),
    memory: id,
    place,
    confidence,
    from: NOW + from,
    to: length === null ? null : NOW + from + length,
  };
}

function entity(at: number): string {
  return `thing:${NAMES[at]}`;
}

function idOf([source, type, target]: (typeof RELATIONS)[number]): string {
  return relationId(entity(source), type, entity(target));
}

function round(strength: number): number {
  return Math.round(strength * 1e9);
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function evidenceOf(
  storage: Storage,
  workspace: string,
  relation: (typeof RELATIONS)[number],
): Promise<RecordedEvidence[]> {
  const id = idOf(relation);
  return (await storage.graph.evidence(workspace, id, 1000)).map((one) => ({ ...one, relationId: id }));
}

function overlap(one: readonly [number, number | null], other: readonly [number, number | null]): boolean {
  return one[0] < (other[1] ?? Infinity) && other[0] < (one[1] ?? Infinity);
}

function expectDisjoint(evidence: readonly RecordedEvidence[]): void {
  const facts = Map.groupBy(evidence, (one) => [one.memoryId, one.version, one.start, one.end].join(' '));
  for (const versions of facts.values()) {
    for (const [i, one] of versions.entries()) {
      for (const other of versions.slice(i + 1)) {
        const valid = overlap([one.validFrom, one.validTo], [other.validFrom, other.validTo]);
        const believed = overlap([one.recordedAt, one.recordedTo], [other.recordedAt, other.recordedTo]);
        expect(valid && believed, JSON.stringify([one, other])).toBe(false);
      }
    }
  }
}

/** What is believed at a time: evidence by what it is, memories by id. */
type Believed = Map<string, unknown>;

async function snapshotAt(storage: Storage, workspace: string, at: number): Promise<Believed> {
  const believed: Believed = new Map();
  const isBelieved = (one: { recordedAt: number; recordedTo: number | null }): boolean =>
    one.recordedAt <= at && (one.recordedTo === null || one.recordedTo > at);
  for (const relation of RELATIONS) {
    for (const one of await evidenceOf(storage, workspace, relation)) {
      if (isBelieved(one)) believed.set(keyOf(one), valueOf(one));
    }
  }
  const { items } = await storage.memories.list({ workspace, limit: 100, filter: { includeSuperseded: true } });
  const present = await storage.memories.get(
    workspace,
    items.map((one) => one.id),
  );
  for (const one of present) {
    const versions = [...(await storage.memories.history(workspace, one.id)), { ...one, recordedTo: null }];
    const version = versions.find(isBelieved);
    if (version) believed.set(version.id, { ...version, recordedTo: undefined });
  }
  return believed;
}

function keyOf({ relationId: id, memoryId, version, start, end, validFrom }: RecordedEvidence): string {
  return [id, memoryId, version, start, end, validFrom].join(' ');
}

function valueOf({ confidence, validTo, recordedAt }: RecordedEvidence): unknown {
  return { confidence, validTo, recordedAt };
}

function replay(believed: Believed, event: StoreEvent): void {
  if (event.change === 'removed') believed.delete(event.memoryId);
  else if (event.kind === 'memory') believed.set(event.memory.id, { ...event.memory, recordedTo: undefined });
  else if (event.change === 'withdrawn') believed.delete(keyOf(event.evidence));
  else believed.set(keyOf(event.evidence), valueOf(event.evidence));
}

/** After the first, until and with the second. */
async function eventsBetween(
  storage: Storage,
  workspace: string,
  first: number,
  second: number,
): Promise<StoreEvent[]> {
  const events: StoreEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = { from: first + 1, until: second + 1, limit: 3, ...(cursor ? { cursor } : {}) };
    const page = await storage.times.events(workspace, query);
    events.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor);
  return events;
}
