import { textOf } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFilledGraph, type FilledGraph } from '@zapomni/testkit/filled-graph';

const ENGINES = await enginesForTests();

interface Found {
  readonly name: string;
  readonly distance: number;
}

describe.each(ENGINES)('what is connected, on $engine', ({ options }) => {
  let zapomni: FilledGraph;
  const related = async (args: Record<string, unknown>) => zapomni.call('get_related', args);
  const namesIn = async (args: Record<string, unknown>): Promise<string[]> =>
    (await related(args)).related.map(({ name }: Found) => name);
  beforeAll(async () => {
    zapomni = await openFilledGraph(options());
  });
  afterAll(() => zapomni.close());

  it('says how far, how strongly, by which path and who says so', async () => {
    verifies('P012', 'D011', 'D013');
    const answer = await related({ entity: 'bob', depth: 1 });
    expect(answer).toMatchObject({
      status: 'found',
      entity: { name: 'Bob', type: 'person' },
      total: 2,
      complete: true,
    });
    const acme = answer.related.find(({ name }: Found) => name === 'Acme');
    expect(acme).toMatchObject({ entity_id: 'organization:acme', distance: 1, strength: expect.any(Number) });
    expect(acme.path).toMatchObject([
      {
        source: 'Bob',
        type: 'WORKS_FOR',
        target: 'Acme',
        evidence: [{ memory_id: zapomni.memoryIds[1], text: 'Bob works for Acme.' }],
      },
    ]);
  });

  it('goes as many steps as asked, nearest first, and takes names, ids and any case', async () => {
    verifies('P011');
    expect((await namesIn({ entity: 'SQLITE', depth: 1 })).toSorted()).toEqual(['Acme']);
    const far = await related({ entity: 'technology:sqlite', depth: 3 });
    expect(far.related.map(({ name, distance }: Found) => `${distance} ${name}`).toSorted()).toEqual([
      '1 Acme',
      '2 Alice',
      '2 Berlin',
      '2 Bob',
    ]);
    expect(far.related.map(({ distance }: Found) => distance)).toEqual([1, 2, 2, 2]);
    const bob = far.related.find(({ name }: Found) => name === 'Bob');
    expect(bob.path.map(({ type }: { type: string }) => type)).toEqual(['USES', 'WORKS_FOR']);
  });

  it('follows only what it is told to', async () => {
    expect(await namesIn({ entity: 'Alice', depth: 1, relationship_types: ['works for'] })).toEqual(['Acme']);
    expect(await namesIn({ entity: 'Alice', depth: 1, relationship_types: ['HATES'] })).toEqual([]);
    expect(await namesIn({ entity: 'Acme', depth: 1, direction: 'out', relationship_types: ['USES'] })).toEqual([
      'SQLite',
    ]);
    expect(await namesIn({ entity: 'SQLite', depth: 1, direction: 'out' })).toEqual([]);
    expect(await namesIn({ entity: 'Acme', depth: 1, min_strength: 1 })).toEqual([]);
    const { related: one, total } = await related({ entity: 'Acme', depth: 1, limit: 1 });
    expect([one.length, total]).toEqual([1, 4]);
  });

  it('answers for the past: nothing held before it was known', async () => {
    expect((await related({ entity: 'Alice', as_of: '2001' })).related).toEqual([]);
    expect((await related({ entity: 'Alice', known_at: '2001-05-05' })).related).toEqual([]);
    const why = await zapomni.fails('get_related', { entity: 'Alice', as_of: 'soonish' });
    expect(why).toMatch(/^INVALID_INPUT: as_of: is not a time\. Write an ISO date/);
  });

  it('says what was asked for when that is why there is nothing', async () => {
    const textFor = async (args: object) =>
      textOf(await zapomni.raw('get_related', { entity: 'Alice', depth: 1, ...args }));
    expect(await textFor({ relationship_types: ['HATES'] })).toMatch(
      /^Nothing that relationship_types lets through is connected to Alice .*get_entity/,
    );
    expect(await textFor({ as_of: '2001', min_strength: 0.1 })).toMatch(
      /^Nothing that min_strength and as_of let through/,
    );
  });

  it('names the next step when nothing has the name', async () => {
    const result = await zapomni.raw('get_related', { entity: 'Alicf' });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ status: 'not_found', related: [], total: 0 });
    expect(textOf(result)).toMatch(/Nothing in the graph is called "Alicf"/);
    expect(textOf(result)).toContain('person:alice');
  });

  it('keeps look-alikes of other scripts apart', async () => {
    expect((await related({ entity: 'Асme' })).status).toBe('not_found');
    await zapomni.call('link', { source: 'Асme', source_type: 'organization', type: 'copies', target: 'Acme' });
    const { entity } = await related({ entity: 'Асme', depth: 1 });
    expect(entity).toMatchObject({ name: 'Асme', relations: 1 });
    await zapomni.call('unlink', { source: 'Асme', type: 'copies', target: 'Acme' });
  });

  it('goes round a circle once', async () => {
    const circle = ['Ring 1', 'Ring 2', 'Ring 3'];
    for (const [i, source] of circle.entries()) {
      const target = circle[(i + 1) % circle.length] ?? '';
      const types = { source_type: 'thing', target_type: 'thing' };
      await zapomni.call('link', { source, type: 'next', target, ...types });
    }
    expect(await namesIn({ entity: 'Ring 1', depth: 5, direction: 'out' })).toEqual(['Ring 2', 'Ring 3']);
  });

  it('shows a part of very many, and says how many there are', async () => {
    const links = Array.from({ length: 1000 }, (_, i) => ({
      source: { name: 'Hub', type: 'thing' },
      type: 'holds',
      target: { name: `Spoke ${i}`, type: 'thing' },
    }));
    await zapomni.app.graph.link({ workspace: 'default', links });
    const result = await zapomni.raw('get_related', { entity: 'Hub', depth: 5, limit: 200 });
    const answer = result.structuredContent as { total: number; related: unknown[] };
    expect([answer.related.length, answer.total]).toEqual([200, 1000]);
    expect(textOf(result)).toContain('200 of 1000 within 5 steps');
  });

  it.each([
    [{ entity: 'Alice', depth: 6 }, 'depth'],
    [{ entity: 'Alice', depth: 0 }, 'depth'],
    [{ entity: 'Alice', limit: 1_000_000 }, 'limit'],
    [{ entity: 'Alice', limit: 0 }, 'limit'],
    [{ entity: '' }, 'entity'],
    [{ entity: ' \n' }, 'entity'],
    [{ entity: 'x'.repeat(10_000) }, 'entity'],
    [{ entity: 'half \ud83d' }, 'entity'],
    [{ entity: 'Alice', min_strength: 2 }, 'min_strength'],
    [{ entity: 'Alice', relationship_types: ['!!!'] }, 'relationship_types'],
    [{ entity: 'Alice', workspace_id: 'nowhere' }, 'workspace'],
  ])('refuses %o and names the field', async (args, field) => {
    const text = await zapomni.fails('get_related', args);
    expect(text).toMatch(/^(INVALID_INPUT|NOT_FOUND): /);
    expect(text).toContain(field);
    expect(text.length).toBeLessThan(1000);
  });

  it('tells of other things that have the name', async () => {
    await zapomni.call('link', {
      source: 'Berlin',
      source_type: 'person',
      type: 'sings in',
      target: 'Berlin',
      target_type: 'place',
    });
    const result = await zapomni.raw('get_related', { entity: 'Berlin', depth: 1 });
    expect(result.structuredContent).toMatchObject({ alternatives: [{ name: 'Berlin' }] });
    expect(textOf(result)).toContain('Others of this name');
    const { entity } = await related({ entity: 'Berlin', entity_type: 'person' });
    expect(entity).toMatchObject({ entity_id: 'person:berlin' });
  });
});
