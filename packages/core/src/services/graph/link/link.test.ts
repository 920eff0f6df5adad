import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LinkDraft } from './link-request.ts';

const DAY = 86_400_000;

describe('relations that are asserted', () => {
  let store: FilledStore;
  let workspace = '';
  let tests = 0;
  beforeAll(() => {
    store = openFilledStore();
  });
  afterAll(() => store.close());
  beforeEach(() => {
    workspace = `test-${++tests}`;
  });
  const person = (name: string) => ({ name, type: 'person' });
  const link = (draft: Partial<LinkDraft> = {}) =>
    store.app.graph.link({
      workspace,
      links: [{ source: person('Ada'), type: 'knows', target: person('Bob'), ...draft }],
    });
  const related = async (entity = 'Ada') =>
    (await store.app.graph.related({ workspace, entity })).related.map(({ entity: { name } }) => name);
  const counts = async () => {
    const { entities, relations } = await store.app.graph.status(workspace);
    return [entities, relations];
  };

  it('make the things they join when told what they are', async () => {
    const { relations, created } = await link();
    expect(created.map(({ id }) => id)).toEqual(['person:ada', 'person:bob']);
    expect(relations).toMatchObject([
      { source: { name: 'Ada' }, type: 'KNOWS', target: { name: 'Bob' }, strength: 1, evidenceCount: 1, validTo: null },
    ]);
    expect(relations[0]?.evidence).toMatchObject([{ memoryId: null, text: '', confidence: 1 }]);
    expect(await related()).toEqual(['Bob']);
  });

  it('join what exists by name, alias or id, and asserting one again changes nothing', async () => {
    await link();
    const { created, relations } = await link({ source: 'ADA', target: 'person:bob' });
    expect([created, relations[0]?.evidenceCount]).toEqual([[], 1]);
    expect(await counts()).toEqual([2, 1]);
  });

  it('hold from when to when they are said to', async () => {
    const now = store.clock.now();
    const { relations } = await link({ validFrom: now - 10 * DAY, validTo: now - 5 * DAY, confidence: 0.5 });
    expect(relations).toMatchObject([{ strength: 0.5, validFrom: now - 10 * DAY, validTo: now - 5 * DAY }]);
    expect(await related()).toEqual([]);
    const then = await store.app.graph.related({ workspace, entity: 'Ada', validAt: now - 7 * DAY });
    expect(then.related).toHaveLength(1);
  });

  it('may name the memory that says so', async () => {
    const [memoryId = ''] = await store.remember(['a note about the two'], workspace);
    const { relations } = await link({ memoryId });
    expect(relations[0]?.evidence).toMatchObject([{ memoryId }]);
    await store.app.memories.delete(workspace, [memoryId]);
    expect(await related()).toEqual([]);
  });

  it.each([
    [{ target: { name: 'ADA', type: 'person' } }, 'INVALID_INPUT', 'target'],
    [{ type: '???' }, 'INVALID_INPUT', 'type'],
    [{ type: 'x'.repeat(61) }, 'INVALID_INPUT', 'type'],
    [{ confidence: 0 }, 'INVALID_INPUT', 'confidence'],
    [{ confidence: 1.1 }, 'INVALID_INPUT', 'confidence'],
    [{ validFrom: 5, validTo: 5 }, 'INVALID_INPUT', 'valid_to'],
    [{ validFrom: Number.NaN }, 'INVALID_INPUT', 'valid_from'],
    [{ source: 'nobody at all' }, 'NOT_FOUND', 'source'],
    [{ source: { name: 'x'.repeat(10_000), type: 'person' } }, 'INVALID_INPUT', 'source.name'],
    [{ target: { name: 'Bob', type: ' ' } }, 'INVALID_INPUT', 'target.type'],
    [{ memoryId: 'no-such-memory' }, 'NOT_FOUND', 'memory_id'],
  ])('are refused when they cannot be: %o', async (draft, code, field) => {
    await expect(link(draft)).rejects.toMatchObject({ code, issues: [{ field }] });
    expect(await counts()).toEqual([0, 0]);
  });

  it('come all or none, and the error names the one', async () => {
    const fine = { source: person('Ada'), type: 'KNOWS', target: person('Bob') };
    const links = [fine, { ...fine, target: 'nobody' }];
    const call = store.app.graph.link({ workspace, links });
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ field: 'links[1].target' }] });
    expect(await counts()).toEqual([0, 0]);
    await expect(store.app.graph.link({ workspace, links: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('name no text of the store in an error', async () => {
    await link();
    const error = await link({ source: 'Adabob' }).catch((thrown: Error) => thrown);
    expect(JSON.stringify(error)).not.toMatch(/Ada\b/);
  });

  describe('ending one', () => {
    it('ends it in valid time and keeps the past', async () => {
      await link();
      store.clock.advance(DAY);
      const { ended, remaining } = await store.app.graph.unlink({
        workspace,
        relation: { source: 'Ada', type: 'knows', target: 'Bob' },
      });
      expect([ended, remaining]).toEqual([true, null]);
      expect(await related()).toEqual([]);
      const before = await store.app.graph.related({ workspace, entity: 'Ada', validAt: store.clock.now() - 1 });
      expect(before.related).toHaveLength(1);
    });

    it('by its id, twice without harm', async () => {
      const { relations } = await link();
      store.clock.advance(DAY);
      const relation = { relationId: relations[0]?.id ?? '' };
      expect(await store.app.graph.unlink({ workspace, relation })).toMatchObject({ ended: true });
      expect(await store.app.graph.unlink({ workspace, relation })).toMatchObject({ ended: false });
    });

    it('leaves what texts say, and says so', async () => {
      await store.remember(['Alice works for Acme'], workspace);
      await store.read();
      store.clock.advance(DAY);
      const relation = { source: 'Alice', type: 'WORKS_FOR', target: 'Acme' };
      const { ended, remaining } = await store.app.graph.unlink({ workspace, relation });
      expect(ended).toBe(false);
      expect(remaining).toMatchObject({ evidenceCount: 1, evidence: [{ text: 'Alice works for Acme' }] });
    });

    it.each([
      [{ relationId: 'nonsense' }],
      [{ relationId: 'person:a\tKNOWS\tperson:b' }],
      [{ source: 'Ada', type: 'HATES', target: 'Bob' }],
      [{ source: 'Eve', type: 'KNOWS', target: 'Bob' }],
    ])('that never was is not found: %o', async (relation) => {
      await link();
      await expect(store.app.graph.unlink({ workspace, relation })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
});
