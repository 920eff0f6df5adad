/** What readings and assertions put into the graph, and what is seen of it. */
import { expect } from 'vitest';
import type { Reading } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import { addOne, memory, NOW, textPatch, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import {
  ACME,
  ADA,
  allRelations,
  claimOne,
  entityIds,
  ids,
  LONDON,
  OFFICE,
  READ,
  readingOf,
  relationIds,
  SAID_OF_OFFICE,
  SEATED,
  tell,
  tellOffice,
  WORKS,
} from './fixtures.ts';

export function graphClauses(clause: Clause): void {
  clause('a reading becomes entities, mentions and relations, and stays after reopening', async (harness) => {
    verifies('D013', 'D012');
    const { id, reading } = await tellOffice(harness.storage);
    const storage = await harness.reopen();
    const [ada] = await storage.graph.entities(WORKSPACE, [ids.ada]);
    expect(ada).toEqual({
      id: ids.ada,
      workspace: WORKSPACE,
      type: 'person',
      name: 'Ada Lovelace',
      aliases: ['Ada'],
      asserted: false,
      createdAt: READ,
      mentions: 1,
      relations: 1,
      merged: [],
    });
    expect(await entityIds(storage)).toEqual([ids.acme, ids.ada, ids.london]);
    expect(await storage.graph.mentionsOf(WORKSPACE, ids.acme, { limit: 10 })).toEqual({
      items: [
        { entityId: ids.acme, memoryId: id, passageId: reading.mentions[0]?.passageId, start: 23, end: 27 },
        { entityId: ids.acme, memoryId: id, passageId: reading.mentions[0]?.passageId, start: 29, end: 33 },
      ],
      next: null,
      total: 2,
    });
    expect((await allRelations(storage)).toSorted((a, b) => b.strength - a.strength)).toEqual([
      {
        id: WORKS,
        workspace: WORKSPACE,
        source: ids.ada,
        type: 'WORKS_FOR',
        target: ids.acme,
        strength: 0.8,
        evidence: 1,
        validFrom: NOW,
        validTo: null,
      },
      expect.objectContaining({ id: SEATED, strength: 0.5 }),
    ]);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 10)).toEqual([
      {
        memoryId: id,
        version: 1,
        start: 0,
        end: 27,
        confidence: 0.8,
        validFrom: NOW,
        validTo: null,
        recordedAt: READ,
        recordedTo: null,
      },
    ]);
  });

  clause('the same reading twice changes nothing, not even the clocks', async ({ storage }) => {
    const { reading } = await tellOffice(storage);
    const state = async (): Promise<unknown> => ({
      entities: await storage.graph.listEntities(WORKSPACE, { limit: 10 }),
      relations: await allRelations(storage),
      evidence: await storage.graph.evidence(WORKSPACE, WORKS, 10),
      events: await storage.times.events(WORKSPACE, { from: 0, until: NOW * 2, limit: 100 }),
      mentions: await storage.graph.mentionsOf(WORKSPACE, ids.acme, { limit: 10 }),
    });
    const before = await state();
    expect(await storage.graph.put(reading, READ + 5)).toBe(true);
    expect(await state()).toEqual(before);
  });

  clause('another reading of the same text replaces the first; what stays keeps its record', async ({ storage }) => {
    const { id, reading } = await tellOffice(storage);
    await storage.extractions.requeue(WORKSPACE, [id]);
    const anew: Reading = {
      ...reading,
      entities: [{ ...ADA, aliases: ['Countess'] }, ACME, { type: 'city', name: 'London' }],
      relations: [
        ...reading.relations.slice(0, 1),
        { source: 2, type: 'HOSTS', target: 1, confidence: 0.4, start: 29, end: 48, validFrom: NOW, validTo: null },
      ],
    };
    expect(await storage.graph.put(anew, READ + 5)).toBe(true);
    const [hosts] = await storage.graph.evidence(WORKSPACE, `city:london\tHOSTS\t${ids.acme}`, 5);
    expect(hosts).toMatchObject({ recordedAt: READ + 5, recordedTo: null });
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 5)).toMatchObject([{ recordedAt: READ, recordedTo: null }]);
    expect(await storage.graph.evidence(WORKSPACE, SEATED, 5)).toMatchObject([
      { recordedAt: READ, recordedTo: READ + 5, validTo: null },
    ]);
    expect(await relationIds(storage)).toEqual([WORKS, `city:london\tHOSTS\t${ids.acme}`].toSorted());
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([{ aliases: ['Countess'] }]);
    // History speaks of it, so it is not forgotten; nothing mentions it.
    expect(await storage.graph.entities(WORKSPACE, [ids.london])).toMatchObject([{ mentions: 0, relations: 0 }]);
    expect(await storage.extractions.pending()).toBe(0);
  });

  clause('entities that a new reading does not speak of, nor anything else, are gone', async ({ storage }) => {
    const { id } = await tell(storage, 'Zenon met Xenia.', {
      entities: [
        { type: 'person', name: 'Zenon' },
        { type: 'person', name: 'Xenia' },
      ],
    });
    await storage.memories.update(WORKSPACE, id, { text: textPatch('Zenon met nobody.') }, READ + 1);
    const claimed = await claimOne(storage, id);
    await storage.graph.put(readingOf(claimed, { entities: [{ type: 'person', name: 'Zenon' }] }), READ + 2);
    expect(await entityIds(storage)).toEqual(['person:zenon']);
    await storage.graph.put(readingOf(claimed, { entities: [] }), READ + 3);
    expect(await entityIds(storage)).toEqual([]);
  });

  clause('a reading is all or nothing: what makes no sense is refused and changes nothing', async ({ storage }) => {
    const { id } = await addOne(storage, memory(OFFICE));
    const other = await addOne(storage, memory('another memory'));
    const good = readingOf(await claimOne(storage, id), SAID_OF_OFFICE);
    const [mention] = good.mentions;
    const [relation] = good.relations;
    if (!mention || !relation) throw new Error('nothing was said');
    const bad: Partial<Reading>[] = [
      { entities: [ADA, ACME, { type: 'place', name: 'x'.repeat(10_000) }] },
      { entities: [ADA, ACME, { type: 'place', name: '  ' }] },
      { entities: [ADA, ACME, { type: '', name: 'London' }] },
      { entities: [ADA, ACME, { type: 't'.repeat(1000), name: 'London' }] },
      { entities: [ADA, ACME, { ...LONDON, aliases: ['y'.repeat(10_000)] }] },
      { entities: [ADA, ACME, { type: 'place', name: 'half \ud800' }] },
      { mentions: [{ ...mention, entity: 3 }] },
      { mentions: [{ ...mention, entity: -1 }] },
      { mentions: [{ ...mention, passageId: other.passageIds[0] ?? 0 }] },
      { mentions: [{ ...mention, end: OFFICE.length + 1 }] },
      { mentions: [{ ...mention, start: 5, end: 4 }] },
      { relations: [{ ...relation, target: 9 }] },
      { relations: [{ ...relation, confidence: 1.5 }] },
      { relations: [{ ...relation, confidence: 0 }] },
      { relations: [{ ...relation, confidence: Number.NaN }] },
      { relations: [{ ...relation, type: '' }] },
      { relations: [{ ...relation, type: 'A\tB' }] },
      { relations: [{ ...relation, type: 'T'.repeat(10_000) }] },
      { relations: [{ ...relation, validFrom: 5, validTo: 5 }] },
    ];
    for (const part of bad) {
      const refused = storage.graph.put({ ...good, ...part }, READ);
      await expect(refused, JSON.stringify(part).slice(0, 80)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^(entities|mentions|relations)\[\d\]\./) as string,
      });
    }
    expect(await entityIds(storage)).toEqual([]);
    expect(await storage.extractions.pending()).toBe(2);
    expect(await storage.graph.put(good, READ)).toBe(true);
  });

  clause('a name that several memories give is one entity, with every form it was given in', async ({ storage }) => {
    verifies('D012');
    await tellOffice(storage);
    await tell(storage, 'ACME Inc. grows.', { entities: [{ type: 'organization', name: 'ACME Inc.' }] });
    const [acme] = await storage.graph.entities(WORKSPACE, [ids.acme]);
    expect(acme).toMatchObject({ name: 'Acme', aliases: ['ACME Inc.'], mentions: 2, createdAt: READ });
    await tell(storage, 'Acme is a film.', { entities: [{ type: 'film', name: 'Acme' }] });
    expect(await entityIds(storage)).toEqual(['film:acme', ids.acme, ids.ada, ids.london]);
  });

  clause('more evidence makes a relation stronger; the most certain comes first', async ({ storage }) => {
    await tellOffice(storage);
    const said = { ...SAID_OF_OFFICE, relations: [{ source: 0, type: 'WORKS_FOR', target: 1, confidence: 0.9 }] };
    const second = await tell(storage, OFFICE, said, { validFrom: NOW - 500 });
    const works = (await allRelations(storage)).find(({ id }) => id === WORKS);
    expect(works).toMatchObject({ evidence: 2, validFrom: NOW - 500, validTo: null });
    expect(works?.strength).toBeCloseTo(1 - 0.2 * 0.1, 12);
    const evidence = await storage.graph.evidence(WORKSPACE, WORKS, 10);
    expect(evidence.map((one) => one.confidence)).toEqual([0.9, 0.8]);
    expect(evidence[0]?.memoryId).toBe(second.id);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 1)).toHaveLength(1);
    expect(await storage.graph.evidence(WORKSPACE, 'no such relation', 5)).toEqual([]);
  });

  clause(
    'one place in a text is one piece of evidence, the most certain of what is said of it',
    async ({ storage }) => {
      const twice = [0.3, 0.6, 0.6, 0.1].map((confidence) => ({ source: 0, type: 'WORKS_FOR', target: 1, confidence }));
      await tell(storage, OFFICE, { entities: [ADA, ACME], relations: twice });
      expect(await storage.graph.evidence(WORKSPACE, WORKS, 10)).toMatchObject([{ confidence: 0.6 }]);
    },
  );

  clause('nothing of one workspace is seen from another, nor changed', async ({ storage }) => {
    verifies('D012', 'P025');
    const here = await tellOffice(storage);
    const there = await tellOffice(storage, { workspace: 'other' });
    const passages = here.reading.mentions.map((one) => one.passageId);
    expect(await storage.graph.mentionsIn('other', passages)).toEqual([]);
    expect((await storage.graph.mentionsOf('other', ids.ada, { limit: 5 })).items.map((one) => one.memoryId)).toEqual([
      there.id,
    ]);
    expect(await storage.graph.evidence('other', WORKS, 5)).toMatchObject([{ memoryId: there.id }]);
    await storage.graph.removeEntities('other', [ids.ada], NOW);
    await storage.graph.assertEntities('other', [{ ...LONDON, aliases: ['The Smoke'] }], NOW);
    expect(await entityIds(storage, 'other')).toEqual([ids.acme, ids.london]);
    expect(await entityIds(storage)).toEqual([ids.acme, ids.ada, ids.london]);
    expect(await storage.graph.entities(WORKSPACE, [ids.london])).toMatchObject([{ aliases: [] }]);
    expect(await storage.graph.reach(WORKSPACE, ids.ada, { depth: 5, limit: 9 })).toMatchObject({ total: 2 });
    expect(await storage.graph.put({ ...here.reading, workspace: 'other' }, NOW)).toBe(false);
    const foreign = storage.graph.merge('other', ids.acme, ids.ada, NOW);
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  clause('in a workspace that does not exist there is nothing', async ({ storage }) => {
    const { graph } = storage;
    expect(await graph.entities('nowhere', [ids.ada])).toEqual([]);
    expect(await graph.named('nowhere', ['acme'])).toEqual([]);
    expect(await graph.findEntities('nowhere', { terms: ['acm'], limit: 5 })).toEqual([]);
    expect(await graph.listEntities('nowhere', { limit: 5 })).toEqual({ items: [], next: null, total: 0 });
    expect(await graph.listRelations('nowhere', { limit: 5 })).toEqual({ items: [], next: null, total: 0 });
    expect(await graph.neighbours('nowhere', [ids.ada], { limit: 5 })).toEqual({ relations: [], totals: [0] });
    expect(await graph.mentionsOf('nowhere', ids.ada, { limit: 5 })).toEqual({ items: [], next: null, total: 0 });
    expect(await graph.passagesAbout({ workspace: 'nowhere' }, [{ entityId: ids.ada, weight: 1 }], 5)).toEqual([]);
    expect(await graph.removeEntities('nowhere', [ids.ada], NOW)).toEqual({ entities: 0, relations: 0 });
    expect(await graph.orphans('nowhere', 5)).toEqual({ ids: [], total: 0 });
    expect(await graph.merges('nowhere', 5)).toEqual([]);
    expect(await graph.mostConnected('nowhere', 5)).toEqual([]);
    expect(await graph.counts('nowhere')).toEqual({
      entities: 0,
      mentions: 0,
      relations: 0,
      entityTypes: {},
      relationTypes: {},
      memoriesWithMentions: 0,
      memories: 0,
      pending: 0,
    });
    expect(await storage.workspaces.list()).toEqual([]);
  });

  clause('counts tell how much there is, by type', async ({ storage }) => {
    await tellOffice(storage);
    await addOne(storage, memory('unread'));
    await storage.graph.assertEntities(WORKSPACE, [{ type: 'Person', name: 'Bob' }], NOW);
    expect(await storage.graph.counts(WORKSPACE)).toEqual({
      entities: 4,
      mentions: 4,
      relations: 2,
      entityTypes: { person: 2, organization: 1, place: 1 },
      relationTypes: { WORKS_FOR: 1, LOCATED_IN: 1 },
      memoriesWithMentions: 1,
      memories: 2,
      pending: 1,
    });
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });
}
