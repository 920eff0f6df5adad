/** What somebody says outright. */
import { expect } from 'vitest';
import { verifies } from '../../verifies.ts';
import { addOne, memory, NOW, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { ACME, ADA, entityIds, ids, LONDON, READ, relationIds, tellOffice, thing, WORKS } from './fixtures.ts';

const ALWAYS = { memoryId: null, validFrom: NOW, validTo: null, confidence: 0.9 };

export function assertionClauses(clause: Clause): void {
  clause('look-alike letters make different entities; marks and case do not', async ({ storage }) => {
    const names = ['Ворона', 'Bopoна', 'vorona', 'Ångström', 'angstrom', 'ÅNGSTRÖM', '👾', '株式会社'];
    await storage.graph.assertEntities(
      WORKSPACE,
      names.map((name) => ({ type: 'thing', name })),
      NOW,
    );
    expect(new Set(await entityIds(storage)).size).toBe(6);
    expect(await storage.graph.entities(WORKSPACE, ['thing:angstrom'])).toMatchObject([
      { name: 'Ångström', aliases: ['angstrom', 'ÅNGSTRÖM'].toSorted() },
    ]);
  });

  clause('entities and relations can be asserted, with a memory to show for it or without', async ({ storage }) => {
    const { id } = await addOne(storage, memory('shows it'));
    const made = await storage.graph.assertEntities(WORKSPACE, [ADA, ACME, ADA], NOW);
    expect(made).toEqual([ids.ada, ids.acme, ids.ada]);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme };
    const drafts = [
      { ...relation, ...ALWAYS, memoryId: id },
      { ...relation, ...ALWAYS, confidence: 0.5 },
    ];
    expect(await storage.graph.assertRelations(WORKSPACE, drafts, NOW + 1)).toEqual([WORKS, WORKS]);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 5)).toMatchObject([
      { memoryId: id, version: 1, confidence: 0.9, recordedAt: NOW + 1 },
      { memoryId: null, confidence: 0.5, recordedAt: NOW + 1 },
    ]);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([{ asserted: true, mentions: 0 }]);
    await storage.graph.assertEntities(WORKSPACE, [{ ...ADA, aliases: ['Countess'] }], NOW + 2);
    expect(await storage.graph.entities(WORKSPACE, [ids.ada])).toMatchObject([
      { aliases: ['Ada', 'Countess'], createdAt: NOW },
    ]);
  });

  clause('asserting what holds already changes nothing; what reaches further is added to it', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, [ADA, ACME], NOW);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS };
    const assert = (validFrom: number, validTo: number | null, at: number) =>
      storage.graph.assertRelations(WORKSPACE, [{ ...relation, validFrom, validTo }], at);
    await assert(100, 200, NOW);
    const before = await storage.graph.evidence(WORKSPACE, WORKS, 10);
    await assert(120, 180, NOW + 1);
    await assert(100, 200, NOW + 2);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 10)).toEqual(before);
    await assert(150, 300, NOW + 3);
    await assert(400, null, NOW + 4);
    const spans = async (): Promise<unknown> =>
      (await storage.graph.evidence(WORKSPACE, WORKS, 10))
        .filter((one) => one.recordedTo === null)
        .map((one) => [one.validFrom, one.validTo]);
    expect(await spans()).toEqual([
      [100, 300],
      [400, null],
    ]);
    await assert(300, 400, NOW + 5);
    expect(await spans()).toEqual([[100, null]]);
  });

  clause('each place of a memory that says so is evidence of its own', async ({ storage }) => {
    const { id } = await addOne(storage, memory('Ada works there. She still does.'));
    await storage.graph.assertEntities(WORKSPACE, [ADA, ACME], NOW);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS, memoryId: id };
    const places = [
      { start: 0, end: 16 },
      { start: 17, end: 32 },
    ];
    const drafts = places.map((place) => ({ ...relation, confidence: 0.5, place }));
    await storage.graph.assertRelations(WORKSPACE, drafts, NOW + 1);
    await storage.graph.assertRelations(WORKSPACE, drafts, NOW + 2);
    const evidence = await storage.graph.evidence(WORKSPACE, WORKS, 10);
    expect(evidence.toSorted((one, other) => one.start - other.start)).toMatchObject(
      places.map((place) => ({ ...place, memoryId: id, version: 1, recordedAt: NOW + 1 })),
    );
    const { relations } = await storage.graph.neighbours(WORKSPACE, [ids.ada], { limit: 5 });
    expect(relations).toMatchObject([{ evidence: 2, strength: 0.75 }]);
    for (const wrong of [{ memoryId: null }, { place: { start: 3, end: 1 } }, { place: { start: 0.5, end: 1 } }]) {
      const refused = storage.graph.assertRelations(
        WORKSPACE,
        [{ ...relation, place: { start: 0, end: 3 }, ...wrong }],
        NOW,
      );
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  clause('a relation that was asserted can be ended; what was read stays', async ({ storage }) => {
    await tellOffice(storage);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS };
    expect(await storage.graph.retractRelation(WORKSPACE, WORKS, NOW + 50, READ + 1)).toBe(false);
    await storage.graph.assertRelations(WORKSPACE, [relation], READ + 1);
    expect(await storage.graph.retractRelation(WORKSPACE, WORKS, NOW + 50, READ + 2)).toBe(true);
    expect(await storage.graph.retractRelation(WORKSPACE, WORKS, NOW + 60, READ + 3)).toBe(false);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 10, {})).toMatchObject([{ confidence: 0.8, validTo: null }]);
    expect(await storage.graph.evidence(WORKSPACE, WORKS, 10, { validAt: NOW + 49 })).toMatchObject([
      { confidence: 0.9, validTo: NOW + 50, recordedAt: READ + 2 },
      { confidence: 0.8, validTo: null },
    ]);
    expect(await storage.graph.retractRelation(WORKSPACE, 'a\tB\tc', NOW, NOW)).toBe(false);
  });

  clause('a relation that is ended before it began was never so', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, [ADA, ACME], NOW);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS };
    await storage.graph.assertRelations(WORKSPACE, [relation], NOW);
    expect(await storage.graph.retractRelation(WORKSPACE, WORKS, NOW - 1, NOW + 1)).toBe(true);
    expect(await relationIds(storage)).toEqual([]);
    expect(await relationIds(storage, { knownAt: NOW })).toEqual([WORKS]);
    expect(await relationIds(storage, { knownAt: NOW + 1, validAt: NOW })).toEqual([]);
  });

  clause('an unknown entity or memory cannot be related; nothing is written', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, [ADA, ACME], NOW);
    await storage.graph.assertEntities('other', [LONDON], NOW);
    const relation = { source: ids.ada, type: 'WORKS_FOR', target: ids.acme, ...ALWAYS };
    for (const wrong of [
      { target: ids.london },
      { source: 'nobody' },
      { memoryId: '018bcfe5-6800-7000-8000-00000000dead' },
    ]) {
      const refused = storage.graph.assertRelations(WORKSPACE, [relation, { ...relation, ...wrong }], NOW);
      await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const wrong of [{ type: '' }, { confidence: 2 }, { validTo: NOW - 1 }, { type: 'a\tb' }]) {
      const refused = storage.graph.assertRelations(WORKSPACE, [relation, { ...relation, ...wrong }], NOW);
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    const long = storage.graph.assertEntities(WORKSPACE, [LONDON, { type: 'x', name: 'n'.repeat(10_000) }], NOW);
    await expect(long).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await relationIds(storage)).toEqual([]);
    expect(await entityIds(storage)).toEqual([ids.acme, ids.ada]);
  });

  clause('names and types that look like commands are only names', async ({ storage }) => {
    verifies('D014');
    const names = [
      `'); DROP TABLE entities; --`,
      '"}) MATCH (n) DETACH DELETE n //',
      '$x',
      '\\',
      'a\0b',
      'x:y',
      '%',
      '_',
    ];
    const made = await storage.graph.assertEntities(
      WORKSPACE,
      names.map((name) => ({ type: `'"--`, name })),
      NOW,
    );
    const relations = made.slice(1).map((target) => ({
      source: made[0] ?? '',
      type: `\`]->() DELETE '"--`,
      target,
      ...ALWAYS,
    }));
    await storage.graph.assertRelations(WORKSPACE, relations, NOW);
    expect((await storage.graph.entities(WORKSPACE, made)).map((one) => one.name)).toEqual(names);
    const { relations: found } = await storage.graph.neighbours(WORKSPACE, made.slice(0, 1), { limit: 20 });
    expect(found.map((one) => one.target).toSorted()).toEqual(made.slice(1).toSorted());
    expect(new Set(found.map((one) => one.type))).toEqual(new Set(relations.map((one) => one.type)));
    expect(await storage.graph.reach(WORKSPACE, made[1] ?? '', { depth: 2, limit: 20 })).toMatchObject({ total: 7 });
  });

  clause('a relation may join an entity with itself, and is one relation', async ({ storage }) => {
    await storage.graph.assertEntities(WORKSPACE, [{ type: 'thing', name: 'a' }], NOW);
    const self = { source: thing('a'), type: 'CALLS', target: thing('a'), ...ALWAYS };
    await storage.graph.assertRelations(WORKSPACE, [self], NOW);
    const around = await storage.graph.neighbours(WORKSPACE, [thing('a')], { limit: 5 });
    expect(around).toMatchObject({ relations: [{ source: thing('a'), target: thing('a') }], totals: [1] });
    expect(await storage.graph.entities(WORKSPACE, [thing('a')])).toMatchObject([{ relations: 1 }]);
    expect(await storage.graph.reach(WORKSPACE, thing('a'), { depth: 5, limit: 5 })).toEqual({
      reached: [],
      total: 0,
      complete: true,
    });
  });
}
