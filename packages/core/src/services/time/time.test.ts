import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change, TimelineEntry, TimelineRequest } from './time-request.ts';

const workspace = 'default';
const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

describe('time', () => {
  let store: FilledStore;
  let first = '';
  beforeAll(async () => {
    store = openFilledStore();
    store.clock.set(START);
    [first = ''] = await store.remember([{ text: 'Alice works for Acme', metadata: { timestamp: '2024-06-01' } }]);
    await store.read();
    store.clock.set(START + 10 * DAY);
    const change = { text: 'Alice uses SQLite' };
    await store.app.memories.update({ workspace, id: first, change });
    await store.read();
    store.clock.set(START + 20 * DAY);
    const note = { text: 'Alice lives in Berlin', metadata: { timestamp: '2025-01-15' }, supersedes: first };
    await store.remember([note]);
    await store.read();
    store.clock.set(START + 30 * DAY);
    const link = { source: 'Alice', type: 'knows', target: { name: 'Bob', type: 'person' } };
    await store.app.graph.link({ workspace, links: [link] });
    const [gone = ''] = await store.remember(['soon gone']);
    await store.read();
    store.clock.set(START + 40 * DAY);
    await store.app.memories.delete(workspace, [gone]);
  });
  afterAll(() => store.close());

  describe('timeline', () => {
    const timeline = (request: Partial<TimelineRequest> = {}) => store.app.time.timeline({ workspace, ...request });
    const told = (entries: readonly TimelineEntry[]) =>
      entries.map((entry) =>
        entry.kind === 'memory' ? entry.text : `${entry.relation.type} ${entry.relation.target.name}`,
      );

    it('of an entity tells what held when, the latest first, and what is over too', async () => {
      verifies('P042');
      const { entries, entity, next } = await timeline({ entity: 'alice' });
      expect(entity?.name).toBe('Alice');
      expect(told(entries)).toEqual([
        'KNOWS Bob',
        'LIVES_IN Berlin',
        'Alice lives in Berlin',
        'USES SQLite',
        'Alice uses SQLite',
      ]);
      expect(next).toBeNull();
      const used = entries[3];
      expect([used?.from, used?.until]).toEqual([Date.UTC(2024, 5, 1), Date.UTC(2025, 0, 15)]);
      expect(used?.kind === 'relation' && used.relation.evidence[0]?.text).toBe('Alice uses SQLite');
    });

    it('of an entity tells what was believed then', async () => {
      verifies('P041', 'P042');
      const relations = async (knownAt: number) =>
        told((await timeline({ entity: 'alice', knownAt })).entries.filter(({ kind }) => kind === 'relation'));
      expect(await relations(START + DAY)).toEqual(['WORKS_FOR Acme']);
      expect(await relations(START + 11 * DAY)).toEqual(['USES SQLite']);
      expect(await relations(START - DAY)).toEqual([]);
    });

    it('of a memory tells its versions', async () => {
      verifies('P041');
      const { entries } = await timeline({ memoryId: first });
      expect(entries).toMatchObject([
        { version: 3, text: 'Alice uses SQLite', until: Date.UTC(2025, 0, 15), recordedTo: null },
        {
          version: 2,
          text: 'Alice uses SQLite',
          until: null,
          recordedAt: START + 10 * DAY,
          recordedTo: START + 20 * DAY,
        },
        { version: 1, text: 'Alice works for Acme', recordedAt: START, recordedTo: START + 10 * DAY },
      ]);
      expect((await timeline({ memoryId: first, knownAt: START + DAY })).entries).toHaveLength(1);
      await expect(timeline({ memoryId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('of the workspace tells its memories', async () => {
      expect(told((await timeline()).entries)).toEqual(['Alice lives in Berlin', 'Alice uses SQLite']);
      await expect(timeline({ knownAt: START })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });

    it.each([{ entity: 'Alice' }, {}])('keeps to the time asked for (%o)', async (about) => {
      const early = await timeline({ ...about, from: Date.UTC(2024, 0, 1), until: Date.UTC(2024, 11, 1) });
      expect(told(early.entries)).toContain('Alice uses SQLite');
      expect(told(early.entries)).not.toContain('Alice lives in Berlin');
    });

    it.each([{ entity: 'Alice' }, {}, { memoryId: true }])('comes page by page (%o)', async (about) => {
      const asked = { ...about, ...('memoryId' in about ? { memoryId: first } : {}) } as Partial<TimelineRequest>;
      const whole = (await timeline(asked)).entries;
      const paged: TimelineEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await timeline({ ...asked, limit: 1, cursor });
        paged.push(...page.entries);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);
      await expect(timeline({ ...asked, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });

    it('of something unknown suggests', async () => {
      const { entity, entries, suggestions } = await timeline({ entity: 'Alice Cooper' });
      expect([entity, entries]).toEqual([null, []]);
      expect(suggestions.map(({ name }) => name)).toEqual(['Alice']);
    });

    it.each([[{ limit: 0 }], [{ limit: 201 }], [{ from: 5, until: 5 }], [{ from: Number.NaN }]])(
      'refuses %o',
      async (bad) => {
        await expect(timeline(bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      },
    );
  });

  describe('changes', () => {
    const changes = async (request: object = {}) => store.app.time.changes({ workspace, from: 0, ...request });
    const told = (items: readonly Change[]) =>
      items.map((one) =>
        one.kind === 'memory' ? `${one.change} ${one.text}` : `${one.change} ${one.source} ${one.type} ${one.target}`,
      );

    it('are what the store learned, in order, with names', async () => {
      verifies('P042');
      const { items } = await changes();
      // What was removed for good is told by its removal alone.
      expect(told(items)).toEqual([
        'added Alice works for Acme',
        'added Alice WORKS_FOR Acme',
        'changed Alice uses SQLite',
        'withdrawn Alice WORKS_FOR Acme',
        'added Alice USES SQLite',
        'added Alice lives in Berlin',
        'superseded Alice uses SQLite',
        'closed Alice USES SQLite',
        'added Alice LIVES_IN Berlin',
        'added Alice KNOWS Bob',
        'removed null',
      ]);
      expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => a - b));
    });

    it('are those of the time, the kind and the memory asked for', async () => {
      const { items: few } = await changes({ from: START + 10 * DAY, until: START + 20 * DAY });
      expect(new Set(few.map(({ at }) => at))).toEqual(new Set([START + 10 * DAY]));
      const { items: memories } = await changes({ kinds: ['memory'] });
      expect(memories.every(({ kind }) => kind === 'memory')).toBe(true);
      const { items: own } = await changes({ memoryId: first });
      expect(own.every(({ memoryId }) => memoryId === first)).toBe(true);
      expect(own.length).toBeGreaterThan(4);
      const page = await changes({ limit: 1 });
      const { items: rest } = await changes({ cursor: page.next });
      expect([...page.items, ...rest]).toEqual((await changes()).items);
    });

    it.each([[{ from: 5, until: 5 }], [{ limit: 501 }], [{ from: Number.NaN }]])('refuse %o', async (bad) => {
      await expect(changes(bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });
  });

  describe('snapshot', () => {
    const snapshot = async (moment: object = {}) => {
      const { memories, relations, ...at } = await store.app.time.snapshot({ workspace, ...moment });
      return {
        at,
        memories: memories.items.map(({ text }) => text),
        relations: relations.items
          .map(({ source, type, target }) => `${source.name} ${type} ${target.name}`)
          .toSorted(),
      };
    };

    it('is what holds now', async () => {
      verifies('P042');
      expect(await snapshot()).toEqual({
        at: { validAt: store.clock.now(), knownAt: store.clock.now() },
        memories: ['Alice lives in Berlin'],
        relations: ['Alice KNOWS Bob', 'Alice LIVES_IN Berlin'],
      });
    });

    it('is what held then, as it is known now', async () => {
      verifies('P041');
      expect(await snapshot({ validAt: Date.UTC(2024, 8, 1) })).toMatchObject({
        memories: ['Alice uses SQLite'],
        relations: ['Alice USES SQLite'],
      });
    });

    it('is what was believed then', async () => {
      verifies('P041');
      expect(await snapshot({ validAt: Date.UTC(2024, 8, 1), knownAt: START + DAY })).toMatchObject({
        memories: ['Alice works for Acme'],
        relations: ['Alice WORKS_FOR Acme'],
      });
      expect(await snapshot({ knownAt: START - DAY })).toMatchObject({ memories: [], relations: [] });
    });

    it('comes page by page, each part by itself', async () => {
      const one = await store.app.time.snapshot({ workspace, limit: 1 });
      expect([one.memories.next, one.relations.items.length]).toEqual([null, 1]);
      const { memories, relations } = await store.app.time.snapshot({
        workspace,
        limit: 1,
        memoryCursor: one.memories.next,
        relationCursor: one.relations.next,
      });
      expect([memories.items, relations.items.length, relations.next]).toEqual([[], 1, null]);
    });
  });
});
