import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryTerms } from '../../../../model/index.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import { favourNeighbours } from './neighbours.ts';

const AT = '2024-05-01T10:00:00Z';
const LATER = '2024-05-02T10:00:00Z';
const rambling = `rambling account of all that there was to see. ${'It went on and on. '.repeat(30)}`;

describe('neighbours', () => {
  let store: FilledStore;
  const passageOf = new Map<string, number>();
  beforeAll(async () => {
    store = openFilledStore();
    const turns = [
      { text: 'picnic?', metadata: { timestamp: AT } },
      { text: 'kids', metadata: { timestamp: AT } },
      { text: rambling, metadata: { timestamp: AT } },
      { text: 'tomorrow', metadata: { timestamp: LATER } },
      { text: 'undated' },
      { text: 'timeless' },
    ];
    await store.remember(turns);
    for (const { text } of turns) {
      const terms = toQueryTerms(text.split(' ')[0] ?? '');
      const [hit] = await store.deps.storage.fullText.search({ terms }, 1, { workspace: 'default' });
      passageOf.set(text, hit?.passageId ?? 0);
    }
  });
  afterAll(() => store.close());

  const hit = (text: string, score: number): Ranked => ({
    passageId: passageOf.get(text) ?? 0,
    memoryId: store.idOf(text),
    workspace: 'default',
    words: null,
    meaning: null,
    signals: [],
    score,
  });
  const raised = async (...hits: readonly Ranked[]): Promise<string[]> => {
    const placed = await favourNeighbours(store.deps, hits);
    const gained = placed.filter(({ neighbours }) => neighbours !== undefined);
    return gained.map(({ passageId }) => [...passageOf].find(([, id]) => id === passageId)?.[0] ?? '');
  };

  it('raise a short turn by how well the one beside it fits', async () => {
    const [first, second] = await favourNeighbours(store.deps, [
      hit('picnic?', 1),
      hit('timeless', 0.3),
      hit('kids', 0.2),
    ]);
    expect(first?.score).toBeGreaterThan(1);
    expect(second).toMatchObject({ memoryId: store.idOf('kids'), neighbours: expect.closeTo(0.198, 3) as number });
  });

  it('count less the farther away they are', async () => {
    const [, near] = await favourNeighbours(store.deps, [hit('picnic?', 1), hit('kids', 0.2)]);
    const far = await favourNeighbours(store.deps, [hit(rambling, 1), hit('picnic?', 0.2)]);
    expect(far.at(1)?.neighbours).toBeLessThan((near?.neighbours ?? 0) * 0.6);
  });

  it('leave alone what is long, of another time, without a time, or far away', async () => {
    expect(await raised(hit(rambling, 0.5), hit('kids', 0))).toEqual(['kids']);
    expect(await raised(hit('kids', 1), hit('tomorrow', 0.5))).toEqual([]);
    expect(await raised(hit('undated', 1), hit('timeless', 0.5))).toEqual([]);
    expect(await raised(hit('picnic?', 1), hit('timeless', 0.5))).toEqual([]);
  });
});
