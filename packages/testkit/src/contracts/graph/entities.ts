/** Finding entities, where they are mentioned, and making one of two. */
import { expect } from 'vitest';
import { nameKey, toQueryTerms, type EntityDraft } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import { addOne, memory, NOW, onlyPassage, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import {
  ACME,
  ADA,
  allRelations,
  claimOne,
  entityIds,
  ids,
  link,
  LONDON,
  READ,
  readingOf,
  tell,
  tellOffice,
  thing,
} from './fixtures.ts';

const things = (...names: string[]): EntityDraft[] => names.map((name) => ({ type: 'thing', name }));

export function entityClauses(clause: Clause): void {
  clause('entities come in the order asked; those that do not exist are left out', async ({ storage }) => {
    await tellOffice(storage);
    const found = await storage.graph.entities(WORKSPACE, [ids.london, 'no:body', ids.ada, ids.london]);
    expect(found.map((one) => one.id)).toEqual([ids.london, ids.ada, ids.london]);
    expect(await storage.graph.entities(WORKSPACE, [])).toEqual([]);
  });

  clause('a name or an alias finds its entities, of any type, the most mentioned first', async ({ storage }) => {
    verifies('D011');
    await tellOffice(storage);
    await tell(storage, 'Ada, a language.', { entities: [{ type: 'language', name: 'Ada' }] });
    await tell(storage, 'Ada again.', { entities: [{ type: 'language', name: 'Ada' }] });
    const named = async (...names: string[]): Promise<string[]> => {
      const keys = names.flatMap((name) => [nameKey(name, ''), nameKey(name, 'organization')]);
      return (await storage.graph.named(WORKSPACE, keys)).map((one) => one.id);
    };
    expect(await named('ADA')).toEqual(['language:ada', ids.ada]);
    expect(await named('Acme GmbH')).toEqual([ids.acme]);
    expect(await named('“acme”', 'london', 'nothing')).toEqual([ids.acme, ids.london]);
    expect(await named()).toEqual([]);
    expect(await named('Lovelace')).toEqual([]);
  });

  clause('words find entities: most of the words first, then the most mentioned', async ({ storage }) => {
    verifies('D011');
    const drafts = things('Northern Lights', 'Northern Line', 'Southern Line', 'Line');
    await storage.graph.assertEntities(WORKSPACE, [...drafts, { type: 'band', name: 'Lights' }], NOW);
    await storage.graph.assertEntities(WORKSPACE, [{ type: 'thing', name: 'Aurora', aliases: ['Polar Lights'] }], NOW);
    await tell(storage, 'Line and Line.', { entities: things('Line') });
    await tell(storage, 'Southern Line.', { entities: things('Southern Line') });
    await tell(storage, 'Southern Line!', { entities: things('Southern Line') });
    const find = async (words: string, rest: { types?: string[]; limit?: number } = {}): Promise<string[]> => {
      const query = { terms: toQueryTerms(words), limit: 10, ...rest };
      return (await storage.graph.findEntities(WORKSPACE, query)).map((one) => one.id);
    };
    expect(await find('northern lines')).toEqual([
      thing('northern line'),
      thing('southern line'),
      thing('line'),
      thing('northern lights'),
    ]);
    expect(await find('light')).toEqual(['band:lights', thing('aurora'), thing('northern lights')]);
    expect(await find('light', { types: ['Band', 'film'] })).toEqual(['band:lights']);
    expect(await find('light', { limit: 1 })).toHaveLength(1);
    expect(await find('polar')).toEqual([thing('aurora')]);
    expect(await find('absent')).toEqual([]);
    expect(await storage.graph.findEntities(WORKSPACE, { terms: [], limit: 5 })).toEqual([]);
  });

  clause('a form goes with the last memory that gave it, and is then found no more', async ({ storage }) => {
    const said = (...aliases: string[]) => ({ entities: [{ ...ADA, aliases }] });
    const first = await tell(storage, 'Ada Lovelace one', said('Countess', 'AAL'));
    const second = await tell(storage, 'Ada Lovelace two', said('Countess'));
    await tell(storage, 'Ada Lovelace three', said());
    const aliases = async () => (await storage.graph.entities(WORKSPACE, [ids.ada]))[0]?.aliases;
    expect(await aliases()).toEqual(['AAL', 'Countess']);
    await storage.memories.remove(WORKSPACE, [first.id], NOW);
    expect(await aliases()).toEqual(['Countess']);
    await storage.memories.remove(WORKSPACE, [second.id], NOW);
    expect(await aliases()).toEqual([]);
    expect(await storage.graph.named(WORKSPACE, ['countess', 'aal'])).toEqual([]);
    expect(await storage.graph.findEntities(WORKSPACE, { terms: toQueryTerms('countess'), limit: 5 })).toEqual([]);
    expect(await storage.graph.findEntities(WORKSPACE, { terms: toQueryTerms('lovelace'), limit: 5 })).toHaveLength(1);
  });

  clause('the list is by id, in pages that new entities do not shift', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, [...things('d', 'b', 'f'), { type: 'band', name: 'z' }], NOW);
    const first = await storage.graph.listEntities(WORKSPACE, { limit: 2 });
    expect(first).toMatchObject({ items: [{ id: 'band:z' }, { id: thing('b') }], total: 4 });
    await storage.graph.assertEntities(WORKSPACE, things('a', 'e'), NOW);
    const second = await storage.graph.listEntities(WORKSPACE, { limit: 2, cursor: first.next ?? '' });
    expect(second.items.map((one) => one.id)).toEqual([thing('d'), thing('e')]);
    const third = await storage.graph.listEntities(WORKSPACE, { limit: 2, cursor: second.next ?? '' });
    expect(third).toMatchObject({ items: [{ id: thing('f') }], next: null });
    const typed = await storage.graph.listEntities(WORKSPACE, { limit: 5, types: ['BAND', 'none'] });
    expect(typed).toMatchObject({ items: [{ id: 'band:z' }], total: 1, next: null });
    const bad = storage.graph.listEntities(WORKSPACE, { limit: 5, cursor: 'not one of ours' });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('mentions come newest memory first, in pages; superseded memories are left out', async ({ storage }) => {
    const said = { entities: [ACME] };
    const old = await tell(storage, 'Acme Acme', said);
    const second = await tell(storage, 'Acme, and Acme', said);
    const third = await tell(storage, 'Acme!', said);
    const places: [string, number][] = [];
    let cursor: string | undefined;
    do {
      const page = await storage.graph.mentionsOf(WORKSPACE, ids.acme, { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(5);
      places.push(...page.items.map((one): [string, number] => [one.memoryId, one.start]));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(places).toEqual([
      [third.id, 0],
      [second.id, 0],
      [second.id, 10],
      [old.id, 0],
      [old.id, 5],
    ]);
    await addOne(storage, memory('newer', { supersedes: second.id }));
    expect(await storage.graph.mentionsOf(WORKSPACE, ids.acme, { limit: 9 })).toMatchObject({ total: 3 });
    expect(await storage.graph.entities(WORKSPACE, [ids.acme])).toMatchObject([{ mentions: 2 }]);
  });

  clause('passages tell the entities they mention', async ({ storage }) => {
    const text = 'Ada Lovelace. Acme. London.';
    const passages = [
      { start: 0, end: 13 },
      { start: 14, end: text.length },
    ];
    const { passageIds, id } = await addOne(storage, memory(text, { passages }));
    await storage.graph.put(readingOf(await claimOne(storage, id), { entities: [ADA, ACME, LONDON] }), READ);
    const [first = 0, second = 0] = passageIds;
    const mentioned = await storage.graph.mentionsIn(WORKSPACE, [second, first, 999_999]);
    expect(mentioned.map((one) => [one.passageId, one.entityId, one.start])).toEqual([
      [second, ids.acme, 14],
      [second, ids.london, 20],
      [first, ids.ada, 0],
    ]);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada, ids.acme])).toMatchObject([
      { mentions: 1 },
      { mentions: 1 },
    ]);
  });

  clause(
    'passages about entities are scored by the sum of the weights, filter and workspace first',
    async ({ storage }) => {
      const both = await addTold(storage, 'Acme in London, Acme', [ACME, LONDON], { tags: ['t'] });
      const one = await addTold(storage, 'only London', [LONDON], { tags: ['t'] });
      const other = await addTold(storage, 'only Acme', [ACME]);
      await addTold(storage, 'Acme in London', [ACME, LONDON], { workspace: 'elsewhere' });
      const weights = [
        { entityId: ids.acme, weight: 2 },
        { entityId: ids.london, weight: 1 },
        { entityId: 'no:body', weight: 9 },
      ];
      const about = async (k: number, filter?: object) => {
        const hits = await storage.graph.passagesAbout(
          { workspace: WORKSPACE, ...(filter ? { filter } : {}) },
          weights,
          k,
        );
        return hits.map((hit) => [hit.memoryId, hit.passageId, hit.score]);
      };
      const [hitBoth, hitOther, hitOne] = [
        [both.id, both.passage, 3],
        [other.id, other.passage, 2],
        [one.id, one.passage, 1],
      ];
      expect(await about(5)).toEqual([hitBoth, hitOther, hitOne]);
      expect(await about(1)).toEqual([hitBoth]);
      expect(await about(2, { tags: ['t'] })).toEqual([hitBoth, hitOne]);
      const successor = await addOne(storage, memory('later', { supersedes: both.id, validFrom: NOW + 100 }));
      expect(await about(5)).toEqual([hitOther, hitOne]);
      expect(await about(5, { includeSuperseded: true })).toEqual([hitBoth, hitOther, hitOne]);
      expect(await about(5, { validAt: NOW + 50 })).toEqual([hitBoth, hitOther, hitOne]);
      expect(await about(5, { validAt: NOW + 100 })).toEqual([hitOther, hitOne]);
      expect(await about(5, { ids: [successor.id] })).toEqual([]);
      expect(await storage.graph.passagesAbout({ workspace: WORKSPACE }, [], 5)).toEqual([]);
    },
  );

  clause('the most connected are those with most relations', async ({ storage }) => {
    await link(storage, [
      ['hub', 'a'],
      ['hub', 'b'],
      ['c', 'hub'],
      ['a', 'b'],
    ]);
    const [first, ...others] = await storage.graph.mostConnected(WORKSPACE, 3);
    expect(first).toMatchObject({ id: thing('hub'), relations: 3 });
    expect(others.map((one) => [one.id, one.relations])).toEqual([
      [thing('a'), 2],
      [thing('b'), 2],
    ]);
  });

  clause('a merged entity speaks through the one it was merged into, everywhere', async ({ storage }) => {
    const told = await tellOffice(storage);
    await tell(storage, 'A. Lovelace likes London. Ada Lovelace too.', {
      entities: [{ type: 'person', name: 'A. Lovelace' }, LONDON, ADA],
      relations: [{ source: 0, type: 'LIKES', target: 1, confidence: 0.5 }],
    });
    await tell(storage, 'A. Lovelace works for Acme.', {
      entities: [{ type: 'person', name: 'A. Lovelace' }, ACME],
      relations: [{ source: 0, type: 'WORKS_FOR', target: 1, confidence: 0.5 }],
    });
    const short = 'person:a. lovelace';
    const merge = await storage.graph.merge(WORKSPACE, ids.ada, short, NOW + 100);
    expect(merge).toEqual({ id: expect.any(String) as string, into: ids.ada, from: short, at: NOW + 100 });
    const [ada] = await storage.graph.entities(WORKSPACE, [short]);
    expect(ada).toMatchObject({
      id: ids.ada,
      name: 'Ada Lovelace',
      aliases: ['A. Lovelace', 'Ada'],
      mentions: 3,
      relations: 2,
      merged: [short],
    });
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toEqual([ada]);
    expect(await entityIds(storage)).toEqual([ids.acme, ids.ada, ids.london]);
    expect((await storage.graph.named(WORKSPACE, ['a. lovelace'])).map((one) => one.id)).toEqual([ids.ada]);
    const found = await storage.graph.findEntities(WORKSPACE, { terms: toQueryTerms('lovelace'), limit: 5 });
    expect(found).toEqual([ada]);
    const relations = await allRelations(storage);
    expect(relations.map(({ source, type }) => `${source} ${type}`).toSorted()).toEqual(
      [`${ids.acme} LOCATED_IN`, `${ids.ada} LIKES`, `${ids.ada} WORKS_FOR`].toSorted(),
    );
    const works = relations.find(({ type }) => type === 'WORKS_FOR');
    expect(works).toMatchObject({ evidence: 2 });
    expect(works?.strength).toBeCloseTo(0.9, 12);
    expect(await storage.graph.evidence(WORKSPACE, works?.id ?? '', 5)).toHaveLength(2);
    expect(await storage.graph.evidence(WORKSPACE, `${short}\tWORKS_FOR\t${ids.acme}`, 5)).toHaveLength(2);
    expect((await storage.graph.mentionsOf(WORKSPACE, short, { limit: 9 })).total).toBe(4);
    const passages = told.reading.mentions.map((one) => one.passageId);
    expect((await storage.graph.mentionsIn(WORKSPACE, passages)).map((one) => one.entityId)).toContain(ids.ada);
    const around = await storage.graph.neighbours(WORKSPACE, [short], { limit: 5 });
    expect(around.relations.map(({ source, target }) => [source, target])).toEqual([
      [ids.ada, ids.acme],
      [ids.ada, ids.london],
    ]);
    expect(around.totals).toEqual([2]);
    expect(await storage.graph.reach(WORKSPACE, ids.london, { depth: 1, limit: 5 })).toMatchObject({
      total: 2,
      reached: expect.arrayContaining([expect.objectContaining({ entityId: ids.ada })]) as unknown[],
    });
    expect(await storage.graph.counts(WORKSPACE)).toMatchObject({
      entities: 3,
      relations: 3,
      relationTypes: { WORKS_FOR: 1, LIKES: 1, LOCATED_IN: 1 },
    });
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('what is read or asserted of a merged entity later is of the one it was merged into', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, things('a', 'b', 'c'), NOW);
    const { id } = await storage.graph.merge(WORKSPACE, thing('a'), thing('b'), NOW);
    await tell(storage, 'b and a', { entities: things('b', 'a') });
    const relation = { type: 'LINKS', confidence: 0.5, memoryId: null, validFrom: NOW, validTo: null };
    await storage.graph.assertRelations(WORKSPACE, [{ ...relation, source: thing('b'), target: thing('c') }], NOW);
    expect(await storage.graph.entities(WORKSPACE, [thing('b')])).toMatchObject([
      { id: thing('a'), mentions: 1, relations: 1 },
    ]);
    await storage.graph.split(WORKSPACE, id, NOW);
    expect(await storage.graph.entities(WORKSPACE, [thing('a'), thing('b')])).toMatchObject([
      { id: thing('a'), mentions: 1, relations: 1 },
      { id: thing('b'), mentions: 1, relations: 0 },
    ]);
  });

  clause('splitting restores what was, also in a chain of merges', async ({ storage }) => {
    await link(storage, [
      ['a', 'x'],
      ['b', 'x'],
      ['c', 'x'],
      ['b', 'c'],
    ]);
    await tell(storage, 'a b c', { entities: things('a', 'b', 'c') });
    const state = async (): Promise<unknown> => ({
      entities: (await storage.graph.listEntities(WORKSPACE, { limit: 9 })).items,
      relations: (await allRelations(storage)).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      reach: await storage.graph.reach(WORKSPACE, thing('x'), { depth: 1, limit: 9 }),
    });
    const before = await state();
    const first = await storage.graph.merge(WORKSPACE, thing('b'), thing('c'), NOW + 1);
    const between = await state();
    const second = await storage.graph.merge(WORKSPACE, thing('a'), thing('c'), NOW + 2);
    expect(second).toMatchObject({ into: thing('a'), from: thing('b') });
    expect(await storage.graph.merges(WORKSPACE, 5)).toEqual([second, first]);
    expect(await storage.graph.merges(WORKSPACE, 1)).toEqual([second]);
    expect(await storage.graph.entities(WORKSPACE, [thing('c')])).toMatchObject([
      {
        id: thing('a'),
        merged: expect.arrayContaining([thing('b'), thing('c')]) as string[],
        mentions: 1,
        relations: 2,
      },
    ]);
    expect(await storage.graph.split(WORKSPACE, second.id, NOW + 3)).toEqual(second);
    expect(await state()).toEqual(between);
    const again = await storage.graph.merge(WORKSPACE, thing('a'), thing('b'), NOW + 4);
    await storage.graph.split(WORKSPACE, first.id, NOW + 5);
    expect(await storage.graph.entities(WORKSPACE, [thing('b'), thing('c')])).toMatchObject([
      { id: thing('a'), merged: [thing('b')] },
      { id: thing('c'), merged: [] },
    ]);
    await storage.graph.split(WORKSPACE, again.id, NOW + 6);
    expect(await state()).toEqual(before);
    expect(await storage.graph.merges(WORKSPACE, 5)).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  });

  clause('an entity is not merged with itself, nor in a circle, nor with what does not exist', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, things('a', 'b', 'c'), NOW);
    const merge = (into: string, from: string) => storage.graph.merge(WORKSPACE, into, from, NOW);
    await expect(merge(thing('a'), thing('a'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(merge(thing('a'), thing('z'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(merge(thing('z'), thing('a'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const first = await merge(thing('a'), thing('b'));
    await merge(thing('b'), thing('c'));
    for (const [into, from] of [
      ['b', 'a'],
      ['a', 'b'],
      ['c', 'a'],
      ['c', 'b'],
    ] as const) {
      await expect(merge(thing(into), thing(from))).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect(await storage.graph.entities(WORKSPACE, [thing('c')])).toMatchObject([{ id: thing('a') }]);
    const split = (id: string, workspace = WORKSPACE) => storage.graph.split(workspace, id, NOW);
    for (const id of ['999', 'x', '', ` ${first.id}`])
      await expect(split(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(split(first.id, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await split(first.id);
    await expect(split(first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
}

async function addTold(
  storage: Storage,
  text: string,
  entities: readonly EntityDraft[],
  rest: { tags?: string[]; workspace?: string } = {},
): Promise<{ id: string; passage: number }> {
  const stored = await addOne(storage, memory(text, rest));
  await storage.graph.put(readingOf(await claimOne(storage, stored.id), { entities }), READ);
  return { id: stored.id, passage: onlyPassage(stored) };
}
