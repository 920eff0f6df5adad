/** The laws of two clocks, for random histories: told through the application, on a real store, with an extractor that reads. */
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from './time-request.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);
const PEOPLE = ['Alice', 'Bob', 'Alice Smith'];
const THINGS = ['Acme', 'Berlin', 'SQLite'];
const PHRASES = ['works for', 'lives in', 'uses'];

type Step =
  | { readonly do: 'add' | 'supersede'; readonly text: string; readonly happened: number | null; readonly pick: number }
  | { readonly do: 'update'; readonly text: string; readonly pick: number }
  | { readonly do: 'remove'; readonly pick: number }
  | { readonly do: 'link' | 'unlink'; readonly pick: number; readonly ends: readonly [number, number | null] };

const text = fc
  .tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...PHRASES), fc.constantFrom(...THINGS))
  .map((words) => words.join(' '));
const pick = fc.nat(20);
/** Hours before or after the start: facts may be of the past and of the future. */
const hours = fc.integer({ min: -50, max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), text, happened: fc.option(hours), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('supersede' as const), text, happened: fc.option(hours), pick }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), text, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('link' as const, 'unlink' as const),
      pick,
      ends: fc.tuple(hours, fc.option(fc.integer({ min: 1, max: 50 }))),
    }),
  },
);
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 5 })), { minLength: 3, maxLength: 9 });

describe('the laws of valid and transaction time', () => {
  let store: FilledStore;
  let workspaces = 0;
  beforeAll(() => {
    store = openFilledStore();
  });
  afterAll(() => store.close());

  it('hold for random histories', async () => {
    verifies('P041', 'P042');
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.tuple(hours, fc.nat(50)), { minLength: 3, maxLength: 3 }),
        async (steps, points) => {
          const life = new Life(store, `laws-${++workspaces}`);
          for (const [what, pause] of steps) await life.take(what, pause);
          await life.expectNowIsCurrent();
          const now = store.clock.now();
          const moments = points.map(([valid, known]) => ({
            validAt: START + valid * HOUR,
            knownAt: Math.min(now, START + known * HOUR),
          }));
          for (const moment of moments) await life.expectOneVersionEach(moment);
          const [one = now, other = now] = moments.map(({ knownAt }) => knownAt).toSorted((a, b) => a - b);
          for (const { validAt } of moments) await life.expectReplay(validAt, one, other);
          await life.expectReplay(now, START - 1, now);
        },
      ),
      { numRuns: Number(process.env['ZAPOMNI_LAW_RUNS'] ?? 12) },
    );
  });
});

interface Belief {
  /** What it is of: a memory, or a relation and the memory that says so. */
  readonly subject: string;
  readonly what: string;
  readonly validFrom: number;
  readonly validTo: number | null;
}

class Life {
  readonly #store: FilledStore;
  readonly #workspace: string;
  readonly #memories: string[] = [];

  constructor(store: FilledStore, workspace: string) {
    this.#store = store;
    this.#workspace = workspace;
    store.clock.set(START);
  }

  async take(what: Step, pause: number): Promise<void> {
    await this.#do(what).catch((error: unknown) => {
      // A step that contradicts what is stored is refused; that is no history.
      if (!['CONFLICT', 'NOT_FOUND'].includes((error as { code?: string }).code ?? '')) throw error;
    });
    await this.#store.read();
    this.#store.clock.advance(pause * HOUR);
  }

  async #do(what: Step): Promise<void> {
    const { app } = this.#store;
    const workspace = this.#workspace;
    const id = this.#memories[what.pick % Math.max(1, this.#memories.length)] ?? 'none';
    switch (what.do) {
      case 'add':
      case 'supersede': {
        const { happened } = what;
        const when =
          happened === null ? {} : { metadata: { timestamp: new Date(START + happened * HOUR).toISOString() } };
        const draft = { text: what.text, ...when, ...(what.do === 'supersede' ? { supersedes: id } : {}) };
        this.#memories.push(...(await this.#store.remember([draft], workspace)));
        return;
      }
      case 'update':
        await app.memories.update({ workspace, id, change: { text: what.text } });
        return;
      case 'remove':
        await app.memories.delete(workspace, [id]);
        this.#memories.splice(this.#memories.indexOf(id), 1);
        return;
      case 'link':
      case 'unlink': {
        const [source, target] = [PEOPLE[what.pick % 3] ?? '', THINGS[what.pick % 2] ?? ''];
        const validFrom = START + what.ends[0] * HOUR;
        if (what.do === 'unlink') {
          await app.graph.unlink({ workspace, relation: { source, type: 'KNOWS', target }, validTo: validFrom });
          return;
        }
        const validTo = what.ends[1] === null ? undefined : validFrom + what.ends[1] * HOUR;
        const ends = { source: { name: source, type: 'person' }, target: { name: target, type: 'thing' } };
        await app.graph.link({ workspace, links: [{ ...ends, type: 'KNOWS', validFrom, validTo, confidence: 0.5 }] });
      }
    }
  }

  /** snapshot(now) is the current state. */
  async expectNowIsCurrent(): Promise<void> {
    const { app, clock } = this.#store;
    const snapshot = await app.time.snapshot({ workspace: this.#workspace, limit: 200 });
    const filter = { validAt: clock.now() };
    const current = await app.memories.list({ workspace: this.#workspace, filter, limit: 100 });
    expect(snapshot.memories.items.map(({ id, version }) => `${id} ${version}`).toSorted()).toEqual(
      current.items.map(({ id, version }) => `${id} ${version}`).toSorted(),
    );
    const moment = { validAt: clock.now() };
    const relations = await app.graph.listRelations({ workspace: this.#workspace, limit: 200, ...moment });
    expect(snapshot.relations.items.map(({ id }) => id)).toEqual(relations.items.map(({ id }) => id));
  }

  /** At any point of both clocks a fact is there in one version at most. */
  async expectOneVersionEach(moment: { validAt: number; knownAt: number }): Promise<void> {
    const { memories, relations } = await this.#store.app.time.snapshot({
      workspace: this.#workspace,
      limit: 200,
      ...moment,
    });
    for (const ids of [memories.items, relations.items].map((items) => items.map(({ id }) => id))) {
      expect(new Set(ids).size).toBe(ids.length);
    }
    for (const memory of memories.items) {
      expect(memory.recordedAt).toBeLessThanOrEqual(moment.knownAt);
      expect(memory.recordedTo ?? Infinity).toBeGreaterThan(moment.knownAt);
      expect(memory.validFrom).toBeLessThanOrEqual(moment.validAt);
      expect(memory.validTo ?? Infinity).toBeGreaterThan(moment.validAt);
    }
  }

  /** What was believed at one moment, and the changes since, make what was believed at another. */
  async expectReplay(validAt: number, one: number, other: number): Promise<void> {
    const { app } = this.#store;
    const all = { workspace: this.#workspace, limit: 500 };
    const until = { from: START - 1, until: one + 1 };
    const before = one < START ? [] : (await app.time.changes({ ...all, ...until })).items;
    const between = other > one ? (await app.time.changes({ ...all, from: one + 1, until: other + 1 })).items : [];
    const beliefs = between.reduce(learn, before.reduce(learn, []));
    const held = beliefs.filter(({ validFrom, validTo }) => validFrom <= validAt && (validTo ?? Infinity) > validAt);
    const snapshot = await app.time.snapshot({ workspace: this.#workspace, limit: 200, validAt, knownAt: other });
    expect(snapshot.memories.items.map(({ id, version }) => `${id} ${version}`).toSorted()).toEqual(
      held
        .filter(({ what }) => what !== '')
        .map(({ subject, what }) => `${subject} ${what}`)
        .toSorted(),
    );
    const relations = new Map<string, number>();
    for (const { subject, what } of held) {
      if (what === '')
        relations.set(subject.split('|')[0] ?? '', (relations.get(subject.split('|')[0] ?? '') ?? 0) + 1);
    }
    expect(new Map(snapshot.relations.items.map(({ id, evidenceCount }) => [id, evidenceCount]))).toEqual(relations);
  }
}

/** One more change. `what` is a memory's version, and empty for evidence. */
function learn(beliefs: readonly Belief[], change: Change): Belief[] {
  if (change.kind === 'memory') {
    const others = beliefs.filter(({ subject }) => subject !== change.memoryId);
    if (change.version === null) return others;
    const { memoryId: subject, version, validFrom, validTo } = change;
    return [...others, { subject, what: String(version), validFrom: validFrom ?? 0, validTo }];
  }
  const { validFrom, validTo } = change;
  const subject = `${change.relationId}|${change.memoryId}|${change.confidence}`;
  if (change.change === 'added') return [...beliefs, { subject, what: '', validFrom, validTo }];
  const isIt = (one: Belief): boolean => one.subject === subject && one.what === '' && one.validFrom === validFrom;
  const ends = (one: Belief): boolean => change.change === 'closed' || one.validTo === validTo;
  const at = beliefs.findIndex((one) => isIt(one) && ends(one));
  expect(at, `nothing to ${change.change}`).toBeGreaterThanOrEqual(0);
  const replaced = change.change === 'closed' ? [{ ...(beliefs[at] as Belief), validTo }] : [];
  return beliefs.toSpliced(at, 1, ...replaced);
}
