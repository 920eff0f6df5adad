/** What is imported is found by words at once; its vectors are made when the file is in, or is left. */
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createFakeEmbedder, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../app/app.ts';

const WORKSPACE = 'default';
const entries = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `@article{k${i}, title = {Tides of the ${i}th harbour}, author = {Berg, Eva}, abstract = {Water ${i} rose.}}`,
  ).join('\n');

let test: TestDeps;
let app: App;
let embedder: FakeEmbedder;
beforeEach(() => {
  embedder = createFakeEmbedder();
  test = openTestDeps({ embedder, settings: { graph: 'off' } });
  app = createApp(test.deps);
});
afterEach(async () => {
  await app.close();
  await test.close();
});

const take = (count: number, onProgress: (done: number) => void, signal?: AbortSignal) =>
  app.research.bibliography.take({
    workspace: WORKSPACE,
    client: 'test',
    content: entries(count),
    dryRun: false,
    limit: 1,
    offset: 0,
    onProgress,
    ...(signal ? { signal } : {}),
  });
const embedded = () => embedder.calls.reduce((sum, { texts }) => sum + texts.length, 0);
const stats = () => app.store.stats(WORKSPACE);
const settled = () => condition(async () => (await stats()).pendingEmbeddings === 0);

describe('the vectors of what is imported', () => {
  it('do not hold up what is still to be read, and follow', async () => {
    const meanwhile: number[] = [];
    expect((await take(1200, () => meanwhile.push(embedded()))).counts.added).toBe(1200);
    expect(meanwhile.length).toBeGreaterThan(1);
    expect(new Set(meanwhile)).toEqual(new Set([0]));
    await settled();
    expect(embedded()).toBeGreaterThanOrEqual(1200);
  });

  it('follow also where somebody stops it', async () => {
    const stopping = new AbortController();
    await expect(take(2500, () => stopping.abort(), stopping.signal)).rejects.toThrow();
    const { totalMemories } = await stats();
    expect(totalMemories).toBeGreaterThan(0);
    expect(totalMemories).toBeLessThan(2500);
    await settled();
    expect(embedded()).toBeGreaterThanOrEqual(totalMemories);
  });
});
