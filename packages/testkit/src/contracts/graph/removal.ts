/** What goes from the graph, and what stays. */
import { expect } from 'vitest';
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

const ALWAYS = { memoryId: null, validFrom: NOW, validTo: null, confidence: 0.9 };
const LATER = NOW + 1000;

export function graphRemovalClauses(clause: Clause): void {
  clause(
    'removing a memory takes its mentions, evidence and orphaned entities, and the receipt says what',
    async (harness) => {
      const { storage } = harness;
      const { id } = await tellOffice(storage);
      await tell(storage, 'Acme grows.', { entities: [ACME] });
      const receipt = await storage.memories.remove(WORKSPACE, [id], LATER);
      expect(receipt).toEqual({
        memories: 1,
        passages: 1,
        versions: 0,
        mentions: 4,
        relations: 2,
        entities: 2,
        records: 0,
        bytes: OFFICE.length,
      });
      const again = await harness.reopen();
      expect(await entityIds(again)).toEqual([ids.acme]);
      expect(await again.graph.entities(WORKSPACE, [ids.acme])).toMatchObject([{ mentions: 1, relations: 0 }]);
      for (const moment of [{}, { validAt: NOW }, { knownAt: READ }, { validAt: NOW, knownAt: READ }]) {
        expect(await relationIds(again, moment)).toEqual([]);
      }
      expect(await again.graph.evidence(WORKSPACE, WORKS, 5)).toEqual([]);
      expect(await again.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    },
  );

  clause('what another memory says, or somebody asserted, stays', async ({ storage }) => {
    const first = await tellOffice(storage);
    const second = await tell(storage, OFFICE, {
      ...SAID_OF_OFFICE,
      relations: [{ source: 0, type: 'WORKS_FOR', target: 1, confidence: 0.3 }],
    });
    await storage.graph.assertEntities(WORKSPACE, [LONDON], NOW);
    expect(await storage.memories.remove(WORKSPACE, [first.id], LATER)).toMatchObject({ relations: 1, entities: 0 });
    expect(await allRelations(storage)).toMatchObject([{ id: WORKS, strength: 0.3, evidence: 1 }]);
    expect(await storage.memories.remove(WORKSPACE, [second.id], LATER)).toMatchObject({ relations: 1, entities: 2 });
    expect(await entityIds(storage)).toEqual([ids.london]);
  });

  clause(
    'evidence asserted with a memory goes with it; asserted relations keep their entities',
    async ({ storage }) => {
      const { id } = await tellOffice(storage);
      const likes = { source: ids.ada, type: 'LIKES', target: ids.london };
      await storage.graph.assertRelations(WORKSPACE, [{ ...likes, ...ALWAYS, memoryId: id }], LATER);
      await storage.graph.assertRelations(WORKSPACE, [{ ...likes, ...ALWAYS, type: 'SEEN_IN' }], LATER);
      expect(await storage.memories.remove(WORKSPACE, [id], LATER)).toMatchObject({ relations: 3, entities: 1 });
      expect(await entityIds(storage)).toEqual([ids.ada, ids.london]);
      expect(await relationIds(storage)).toEqual([`${ids.ada}\tSEEN_IN\t${ids.london}`]);
    },
  );

  clause('superseding a memory ends what it says where the successor begins', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    await addOne(storage, memory('unread', { validFrom: NOW - 5 }));
    await storage.memories.add([memory('moved', { supersedes: id, validFrom: NOW + 500 })], LATER);
    expect(await relationIds(storage)).toEqual([]);
    expect(await relationIds(storage, { validAt: NOW + 499 })).toEqual([SEATED, WORKS].toSorted());
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 5)).toMatchObject([
      { validTo: null, recordedAt: READ, recordedTo: LATER },
      { validTo: NOW + 500, recordedAt: LATER, recordedTo: null },
    ]);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([{ mentions: 0, relations: 0 }]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('a memory that was superseded before it was read says only what held until then', async ({ storage }) => {
    const { id } = await addOne(storage, memory(OFFICE));
    const claimed = await claimOne(storage, id);
    await storage.memories.add([memory('moved', { supersedes: id, validFrom: NOW + 500 })], LATER);
    const said = {
      ...SAID_OF_OFFICE,
      relations: [
        ...(SAID_OF_OFFICE.relations ?? []),
        { source: 0, type: 'RETIRES_TO', target: 2, validFrom: NOW + 600 },
        { source: 0, type: 'BORN_IN', target: 2, validFrom: NOW - 90_000, validTo: NOW - 80_000 },
      ],
    };
    expect(await storage.graph.put(readingOf(claimed, said), LATER + 1)).toBe(true);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([{ mentions: 0 }]);
    expect(await relationIds(storage)).toEqual([]);
    expect(await relationIds(storage, { validAt: NOW })).toEqual([SEATED, WORKS].toSorted());
    expect(await relationIds(storage, { validAt: NOW - 85_000 })).toEqual([`${ids.ada}\tBORN_IN\t${ids.london}`]);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 5)).toMatchObject([{ validTo: NOW + 500 }]);
    expect(await storage.graph.evidence(WORKSPACE, `${ids.ada}\tRETIRES_TO\t${ids.london}`, 5)).toEqual([]);
  });

  clause('evidence of what was still to come when its memory was superseded is withdrawn', async ({ storage }) => {
    const { id } = await tell(storage, OFFICE, {
      entities: [ADA, ACME],
      relations: [{ source: 0, type: 'WORKS_FOR', target: 1, validFrom: NOW + 600 }],
    });
    await storage.memories.add([memory('changed', { supersedes: id, validFrom: NOW + 500 })], LATER);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 5)).toMatchObject([{ validTo: null, recordedTo: LATER }]);
    expect(await relationIds(storage, { validAt: NOW + 700 })).toEqual([]);
    expect(await relationIds(storage, { validAt: NOW + 700, knownAt: LATER - 1 })).toEqual([WORKS]);
  });

  clause('a changed text is no longer believed to say what it said; assertions stay', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    const likes = { source: ids.ada, type: 'LIKES', target: ids.london, ...ALWAYS, memoryId: id };
    const [liking] = await storage.graph.assertRelations(WORKSPACE, [likes], NOW + 20);
    await storage.memories.update(WORKSPACE, id, { text: textPatch('Acme left London.') }, LATER);
    expect(await relationIds(storage)).toEqual([liking]);
    expect(await relationIds(storage, { knownAt: LATER - 1 })).toEqual([SEATED, WORKS, liking].toSorted());
    expect(await relationIds(storage, { validAt: NOW })).toEqual([liking]);
    expect((await storage.graph.mentionsOf(WORKSPACE, ids.acme, { limit: 5 })).total).toBe(0);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([{ mentions: 0 }]);
    const said = { entities: [ACME, LONDON], relations: [{ source: 0, type: 'LEFT', target: 1 }] };
    await storage.graph.put(readingOf(await claimOne(storage, id), said), LATER + 1);
    const left = `${ids.acme}\tLEFT\t${ids.london}`;
    expect(await storage.graph.evidence(WORKSPACE, left, 5)).toMatchObject([{ version: 2, recordedAt: LATER + 1 }]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('removing entities takes their relations and mentions; the memories stay', async ({ storage }) => {
    const { id } = await tellOffice(storage);
    expect(await storage.graph.removeEntities(WORKSPACE, [ids.acme, 'no:body', ids.acme], LATER)).toEqual({
      entities: 1,
      relations: 2,
    });
    expect(await entityIds(storage)).toEqual([ids.ada, ids.london]);
    expect(await relationIds(storage)).toEqual([]);
    expect(await storage.memories.get(WORKSPACE, [id])).toMatchObject([{ text: OFFICE }]);
    await storage.graph.assertEntities(WORKSPACE, [ACME, { type: 'organization', name: 'Apex' }], LATER);
    await storage.graph.merge(WORKSPACE, ids.acme, 'organization:apex', LATER);
    expect(await storage.graph.removeEntities(WORKSPACE, ['organization:apex'], LATER)).toMatchObject({ entities: 1 });
    expect(await entityIds(storage)).toEqual([ids.ada, ids.london]);
    expect(await storage.graph.merges(WORKSPACE, 5)).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('orphans are told, and only those that nothing knows of', async ({ storage }) => {
    const { id } = await tell(storage, 'Ada Lovelace, Bob, Carol.', {
      entities: [ADA, { type: 'person', name: 'Bob' }, { type: 'person', name: 'Carol' }],
    });
    await storage.graph.assertEntities(WORKSPACE, [LONDON, { type: 'person', name: 'Carol' }], NOW);
    expect(await storage.graph.orphans(WORKSPACE, 5)).toEqual({ ids: [], total: 0 });
    await storage.memories.update(WORKSPACE, id, { text: textPatch('nobody') }, LATER);
    expect(await storage.graph.orphans(WORKSPACE, 5)).toEqual({ ids: [ids.ada, 'person:bob'], total: 2 });
    expect(await storage.graph.orphans(WORKSPACE, 1)).toEqual({ ids: [ids.ada], total: 2 });
    await storage.graph.merge(WORKSPACE, 'person:bob', 'person:carol', LATER);
    expect(await storage.graph.orphans(WORKSPACE, 5)).toEqual({ ids: [ids.ada], total: 1 });
  });

  clause(
    'a merged entity goes with the last memory that named it; what it was merged into stays',
    async ({ storage }) => {
      const ceo = { type: 'person', name: 'The Boss' };
      const first = await tell(storage, 'The Boss.', { entities: [ceo] });
      const second = await tell(storage, 'Ada Lovelace.', { entities: [ADA] });
      await storage.graph.merge(WORKSPACE, ids.ada, 'person:boss', NOW);
      expect(await storage.memories.remove(WORKSPACE, [first.id], LATER)).toMatchObject({ entities: 1 });
      expect(await storage.graph.entities(WORKSPACE, [ids.ada, 'person:boss'])).toMatchObject([{ aliases: ['Ada'] }]);
      await tell(storage, 'The Boss.', { entities: [ceo] });
      await storage.graph.merge(WORKSPACE, ids.ada, 'person:boss', NOW);
      // The root has lost its last mention, but what was merged into it has one.
      expect(await storage.memories.remove(WORKSPACE, [second.id], LATER)).toMatchObject({ entities: 0 });
      expect(await entityIds(storage)).toEqual([ids.ada]);
      expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    },
  );

  clause('clearing or removing a workspace takes its graph, asserted or read, and no other', async ({ storage }) => {
    await tellOffice(storage);
    await storage.graph.assertEntities(WORKSPACE, [{ type: 'person', name: 'Bob' }], NOW);
    const kept = await tellOffice(storage, { workspace: 'other' });
    expect(await storage.memories.clear(WORKSPACE, LATER)).toMatchObject({
      memories: 1,
      mentions: 4,
      relations: 2,
      entities: 4,
    });
    expect(await entityIds(storage)).toEqual([]);
    expect(await storage.graph.counts(WORKSPACE)).toMatchObject({ entities: 0, relations: 0, mentions: 0 });
    await storage.graph.assertEntities(WORKSPACE, [ADA], NOW);
    expect(await storage.memories.clear(WORKSPACE, LATER)).toMatchObject({ memories: 0, entities: 1 });
    await storage.graph.assertEntities('doomed', [ADA, ACME], NOW);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS };
    await storage.graph.assertRelations('doomed', [relation], NOW);
    expect(await storage.workspaces.remove('doomed', LATER)).toMatchObject({ relations: 1, entities: 2 });
    expect(await storage.graph.counts('other')).toMatchObject({ entities: 3, relations: 2, mentions: 4 });
    expect(await storage.graph.evidence('other', WORKS, 5)).toMatchObject([{ memoryId: kept.id }]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });
}
