import { indexedRepository, WORKSPACE, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../app/app.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, i) => [
    `src/harbour${i}.py`,
    `def moor_ship_${i}(harbour):\n    """Moors a ship in the harbour."""\n    return harbour.berth(${i})\n`,
  ]),
);

describe('code among memories', () => {
  let repository: IndexedRepository;
  let app: App;
  beforeAll(async () => {
    repository = await indexedRepository(FILES, { settings: { graph: 'off' } });
    app = createApp(repository.deps);
    const drafts = Array.from({ length: 8 }, (_, i) => ({
      text: `Ship ${i} was moored in the harbour.`,
      kind: 'note',
    }));
    await app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  });
  afterAll(() => repository.close());

  const kinds = async (limit: number, ...asked: string[]) => {
    const filter = asked.length > 0 ? { kinds: asked } : undefined;
    const { hits } = await app.search.run({ workspaces: [WORKSPACE], query: 'ship in the harbour', limit, filter });
    for (const [i, { score }] of hits.entries()) expect(score).toBeLessThanOrEqual(hits[i - 1]?.score ?? 1);
    return hits.map(({ memory }) => memory.kind);
  };

  it('is not there unless it is asked for', async () => {
    expect(new Set(await kinds(10))).toEqual(new Set(['note']));
    expect(new Set(await kinds(10, 'note'))).toEqual(new Set(['note']));
  });

  it('stands behind memories and leaves them half of the places', async () => {
    expect(await kinds(4, 'code')).toEqual(['code', 'code', 'code', 'code']);
    expect(await kinds(4, 'code', 'note')).toEqual(['note', 'note', 'code', 'code']);
    expect((await kinds(5, 'code', 'note')).filter((kind) => kind === 'note')).toHaveLength(3);
  });

  it('comes before memories of which none seems to answer', async () => {
    const filter = { kinds: ['code', 'note'] };
    const ask = { workspaces: [WORKSPACE], query: 'def berth return', limit: 10, filter };
    const { hits, abstained } = await app.search.run(ask);
    expect(abstained).toBe(false);
    expect(hits[0]?.memory.kind).toBe('code');
    expect(new Set(hits.filter(({ weak }) => weak).map(({ memory }) => memory.kind))).toEqual(new Set(['note']));
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it('is cited by repository, place and symbol, in the workspace that it was indexed for', async () => {
    const filter = { kinds: ['code'] };
    const { hits } = await app.search.run({ workspaces: [WORKSPACE], query: 'moor_ship_3', limit: 1, filter });
    expect(hits[0]?.document?.citation).toBe('repository src/harbour3.py:1–3 moor_ship_3');
    expect(hits[0]?.memory.workspace).toBe(WORKSPACE);
    expect(hits[0]?.passage.text).toBe(FILES['src/harbour3.py']?.trimEnd());
  });

  it('is read whole by the id of a hit, in that workspace alone, and deleted by nobody', async () => {
    const filter = { kinds: ['code'] };
    const { hits } = await app.search.run({ workspaces: [WORKSPACE], query: 'moor_ship_3', limit: 1, filter });
    const id = hits[0]?.memory.id ?? '';
    const { text, workspace } = await app.memories.get(WORKSPACE, id);
    expect([text, workspace]).toEqual([FILES['src/harbour3.py'], WORKSPACE]);
    await expect(app.memories.get('elsewhere', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(app.memories.delete(WORKSPACE, [id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps to the other filters', async () => {
    const filter = { kinds: ['code'], sources: ['src/harbour5.py'] };
    const { hits } = await app.search.run({ workspaces: [WORKSPACE], query: 'ship in the harbour', limit: 5, filter });
    expect(hits.map(({ memory }) => memory.source)).toEqual(['src/harbour5.py']);
    const tagged = { kinds: ['code'], tags: ['sea'] };
    const none = await app.search.run({ workspaces: [WORKSPACE], query: 'moor_ship_3', limit: 5, filter: tagged });
    expect(none.hits).toEqual([]);
  });
});
