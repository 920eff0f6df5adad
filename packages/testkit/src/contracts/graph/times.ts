/** What was so when, what was believed when, and what happened in between. */
import { expect } from 'vitest';
import type { EventQuery, Storage, StoreEvent } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import { memory, NOW, textPatch, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { ids, READ, SEATED, tellOffice, WORKS } from './fixtures.ts';

const LATER = NOW + 1000;

export function timeClauses(clause: Clause): void {
  clause('a memory is seen as it was believed then, whole', async ({ storage }) => {
    verifies('P041', 'P042');
    const given = memory('The office is in Brno.', { tags: ['a'], metadata: { n: 1 }, validFrom: NOW - 100 });
    await storage.memories.add([given], NOW);
    await storage.memories.update(WORKSPACE, given.id, { tags: ['b'] }, NOW + 10);
    await storage.memories.update(WORKSPACE, given.id, { text: textPatch('In Prague.') }, NOW + 20);
    const seen = async (knownAt?: number) => {
      const moment = knownAt === undefined ? {} : { knownAt };
      const { items } = await storage.times.memoriesAsOf(WORKSPACE, moment, { limit: 5 });
      return items.map((one) => [one.text, one.tags, one.version, one.recordedAt - NOW, one.recordedTo]);
    };
    expect(await seen(NOW - 1)).toEqual([]);
    expect(await seen(NOW)).toEqual([['The office is in Brno.', ['a'], 1, 0, NOW + 10]]);
    expect(await seen(NOW + 9)).toEqual(await seen(NOW));
    expect(await seen(NOW + 10)).toEqual([['The office is in Brno.', ['b'], 2, 10, NOW + 20]]);
    expect(await seen(NOW + 20)).toEqual([['In Prague.', ['b'], 3, 20, null]]);
    expect(await seen()).toEqual(await seen(NOW + 20));
    const [whole] = (await storage.times.memoriesAsOf(WORKSPACE, { knownAt: NOW }, { limit: 1 })).items;
    const [first] = await storage.memories.history(WORKSPACE, given.id);
    expect(whole).toEqual(first);
    const [now] = (await storage.times.memoriesAsOf(WORKSPACE, {}, { limit: 1 })).items;
    expect(now).toEqual({ ...(await storage.memories.get(WORKSPACE, [given.id]))[0], recordedTo: null });
  });

  clause('the present is what the clock of whoever asks says, not that of the engine', async ({ storage, open }) => {
    const begins = Date.UTC(2200, 0, 1);
    await storage.memories.add([memory('The treaty begins.', { validFrom: begins })], NOW);
    const entities = ['a', 'b'].map((name) => ({ type: 'thing', name }));
    const [source = '', target = ''] = await storage.graph.assertEntities(WORKSPACE, entities, NOW);
    const said = { type: 'LINKS', confidence: 1, memoryId: null, validFrom: begins, validTo: null };
    await storage.graph.assertRelations(WORKSPACE, [{ source, target, ...said }], NOW);
    let now = begins - 1;
    const asker = open({ now: () => now });
    const seen = async () => ({
      memories: (await asker.times.memoriesAsOf(WORKSPACE, {}, { limit: 5 })).items.length,
      listed: (await asker.graph.listRelations(WORKSPACE, { limit: 5 })).items.length,
      near: (await asker.graph.neighbours(WORKSPACE, [source], { limit: 5 })).relations.length,
    });
    expect(await seen()).toEqual({ memories: 0, listed: 0, near: 0 });
    now = begins;
    expect(await seen()).toEqual({ memories: 1, listed: 1, near: 1 });
    now = begins - 1;
    expect(await seen()).toEqual({ memories: 0, listed: 0, near: 0 });
  });

  clause('what held then is told apart from what was believed then', async ({ storage }) => {
    verifies('P041', 'P042');
    const old = memory('in Brno', { validFrom: NOW - 100 });
    const next = memory('in Prague', { validFrom: NOW + 50, supersedes: old.id });
    await storage.memories.add([old], NOW);
    await storage.memories.add([next], LATER);
    const held = async (moment: { validAt?: number; knownAt?: number }) =>
      (await storage.times.memoriesAsOf(WORKSPACE, moment, { limit: 5 })).items.map((one) => one.text);
    expect(await held({})).toEqual(['in Prague']);
    expect(await held({ validAt: NOW + 49 })).toEqual(['in Brno']);
    expect(await held({ validAt: NOW + 50 })).toEqual(['in Prague']);
    expect(await held({ validAt: NOW - 101 })).toEqual([]);
    expect(await held({ validAt: NOW + 50, knownAt: LATER - 1 })).toEqual(['in Brno']);
    expect(await held({ knownAt: LATER - 1 })).toEqual(['in Brno']);
    expect(await held({ knownAt: NOW - 1, validAt: NOW })).toEqual([]);
  });

  clause('memories come by id, in pages, each workspace by itself', async ({ storage }) => {
    const added = Array.from({ length: 7 }, (_, i) => memory(`m${i}`, { workspace: i === 3 ? 'other' : WORKSPACE }));
    await storage.memories.add(added.toReversed(), NOW);
    await storage.memories.update(WORKSPACE, added[5]?.id ?? '', { tags: ['changed'] }, LATER);
    for (const moment of [{}, { knownAt: NOW }]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await storage.times.memoriesAsOf(WORKSPACE, moment, { limit: 2, ...(cursor ? { cursor } : {}) });
        expect(page.total).toBe(6);
        seen.push(...page.items.map((one) => one.text));
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(seen).toEqual(['m0', 'm1', 'm2', 'm4', 'm5', 'm6']);
    }
    expect(await storage.times.memoriesAsOf('nowhere', {}, { limit: 2 })).toEqual({ items: [], next: null, total: 0 });
    const bad = storage.times.memoriesAsOf(WORKSPACE, {}, { limit: 2, cursor: 'x' });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('events tell everything that was learned, in order of time', async ({ storage }) => {
    verifies('P041', 'P042');
    const { id } = await tellOffice(storage);
    await storage.memories.update(WORKSPACE, id, { tags: ['t'] }, NOW + 20);
    const likes = { source: ids.ada, type: 'LIKES', target: ids.london, confidence: 0.5, memoryId: null };
    const [liking = ''] = await storage.graph.assertRelations(
      WORKSPACE,
      [{ ...likes, validFrom: NOW, validTo: null }],
      NOW + 30,
    );
    await storage.graph.retractRelation(WORKSPACE, liking, NOW + 35, NOW + 40);
    const successor = memory('moved', { supersedes: id, validFrom: NOW + 45 });
    await storage.memories.add([successor], NOW + 50);
    await storage.memories.update(WORKSPACE, id, { text: textPatch('rewritten') }, NOW + 60);
    await storage.memories.remove(WORKSPACE, [successor.id], NOW + 70);
    expect((await allEvents(storage)).map(short)).toEqual([
      `0 added ${id} v1`,
      `10 added ${WORKS}`,
      `10 added ${SEATED}`,
      `20 changed ${id} v2`,
      `30 added ${liking}`,
      `40 closed ${liking} to 35`,
      `50 superseded ${id} v3`,
      `50 closed ${WORKS} to 45`,
      `50 closed ${SEATED} to 45`,
      `60 changed ${id} v4`,
      `60 withdrawn ${WORKS} to 45`,
      `60 withdrawn ${SEATED} to 45`,
      `70 removed ${successor.id}`,
    ]);
    const [, , , , , , superseded] = await allEvents(storage);
    expect(superseded).toMatchObject({ memory: { text: expect.stringContaining('Ada') as string, validTo: NOW + 45 } });
  });

  clause('events are asked for by time, kind and memory, in pages of any size', async ({ storage }) => {
    const first = await tellOffice(storage);
    const second = await tellOffice(storage);
    await storage.memories.update(WORKSPACE, first.id, { text: textPatch('nothing') }, LATER);
    await tellOffice(storage, { workspace: 'other' });
    const all = (await allEvents(storage)).map(short);
    expect(all).toHaveLength(2 + 4 + 1 + 2);
    for (const limit of [1, 2, 3, 5, 100]) expect((await allEvents(storage, { limit })).map(short)).toEqual(all);
    const some = async (query: Partial<EventQuery>) => (await allEvents(storage, query)).map(short);
    expect(await some({ from: READ, until: LATER })).toEqual(all.slice(2, 6));
    expect(await some({ from: READ + 1 })).toEqual(all.slice(6));
    expect(await some({ until: NOW })).toEqual([]);
    expect(await some({ kinds: ['memory'] })).toEqual([...all.slice(0, 2), all[6]]);
    expect(await some({ kinds: ['relation'] })).toEqual([...all.slice(2, 6), ...all.slice(7)]);
    expect(await some({ kinds: [] })).toEqual(all);
    expect(await some({ memoryId: second.id })).toHaveLength(3);
    expect(await some({ memoryId: first.id, kinds: ['memory'] })).toEqual([all[0], all[6]]);
    expect(await some({ memoryId: 'absent' })).toEqual([]);
    const { total } = await storage.times.events(WORKSPACE, { from: 0, until: LATER * 2, limit: 1 });
    expect(total).toBe(all.length);
    const nothing = { from: 0, until: LATER, limit: 5 };
    expect(await storage.times.events('nowhere', nothing)).toEqual({ items: [], next: null, total: 0 });
    const bad = storage.times.events(WORKSPACE, { ...nothing, cursor: 'x' });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('what was removed for good is in no snapshot; its removal is an event', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    await storage.memories.update(WORKSPACE, id, { tags: ['t'] }, NOW + 20);
    await storage.memories.remove(WORKSPACE, [id], LATER);
    for (const moment of [{}, { knownAt: NOW }, { knownAt: NOW + 20, validAt: NOW }]) {
      expect(await storage.times.memoriesAsOf(WORKSPACE, moment, { limit: 5 })).toMatchObject({ total: 0 });
    }
    expect((await allEvents(storage)).map(short)).toEqual([`1000 removed ${id}`]);
    expect((await allEvents(storage, { memoryId: id })).map(short)).toEqual([`1000 removed ${id}`]);
  });

  clause('a clock that lags does not bend time: a version never ends before it began', async ({ storage }) => {
    const given = memory('text');
    await storage.memories.add([given], LATER);
    await storage.memories.update(WORKSPACE, given.id, { tags: ['t'] }, NOW);
    const [first] = await storage.memories.history(WORKSPACE, given.id);
    expect(first).toMatchObject({ recordedAt: LATER, recordedTo: LATER });
    expect(await storage.memories.get(WORKSPACE, [given.id])).toMatchObject([{ recordedAt: LATER, version: 2 }]);
    const told = await tellOffice(storage);
    await storage.extractions.requeue(WORKSPACE, [told.id]);
    const [relation] = told.reading.relations;
    if (!relation) throw new Error('nothing was said');
    await storage.graph.put({ ...told.reading, relations: [{ ...relation, confidence: 0.1 }] }, READ - 5);
    const evidence = await storage.graph.evidence(WORKSPACE, WORKS, 5);
    expect(evidence).toMatchObject([{ confidence: 0.1, recordedAt: READ, recordedTo: null }]);
  });
}

/** One page after the other. */
async function allEvents(storage: Storage, query: Partial<EventQuery> = {}): Promise<StoreEvent[]> {
  const all: StoreEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await storage.times.events(WORKSPACE, {
      from: 0,
      until: NOW * 2,
      limit: 100,
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor);
  return all;
}

function short(event: StoreEvent): string {
  const head = `${event.at - NOW} ${event.change}`;
  if (event.change === 'removed') return `${head} ${event.memoryId}`;
  if (event.kind === 'memory') return `${head} ${event.memory.id} v${event.memory.version}`;
  const { relationId, validTo } = event.evidence;
  return `${head} ${relationId}${validTo === null ? '' : ` to ${validTo - NOW}`}`;
}
