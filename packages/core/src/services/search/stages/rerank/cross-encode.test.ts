import { createFakeReranker } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryTerms } from '../../../../model/index.ts';
import { crossEncode } from './cross-encode.ts';
import type { Ranked } from '../../candidates/fuse.ts';

const TEXTS = ['kettle', 'kettle cupboard', 'kettle rain'];
const asked = (text: string, signal?: AbortSignal) => ({ text, signal });
const isOn = () => true;

describe('the cross-encoder', () => {
  let store: FilledStore;
  let ranked: Ranked[];

  beforeAll(async () => {
    store = openFilledStore();
    await store.remember(TEXTS);
    const found = await store.deps.storage.fullText.search({ terms: toQueryTerms('kettle') }, 10, {
      workspace: 'default',
    });
    ranked = found
      .toSorted((a, b) => a.passageId - b.passageId)
      .map(({ passageId, memoryId }, i) => {
        const standing = { words: 1, meaning: 0.5, score: 0.9 - i * 0.1, signals: [] };
        return { passageId, memoryId, workspace: 'default', ...standing };
      });
  });
  afterAll(() => store.close());

  const order = (hits: readonly Ranked[]) =>
    hits.map(({ passageId }) => ranked.findIndex((one) => one.passageId === passageId));

  it('puts what it reads in its order, and tells what it gave', async () => {
    verifies('P037');
    const deps = { ...store.deps, reranker: createFakeReranker() };
    const { ranked: read, failed } = await crossEncode(
      { deps, isOn },
      ranked.toReversed(),
      asked('cupboard rain rain'),
    );
    expect({ order: order(read), failed }).toEqual({ order: [2, 1, 0], failed: false });
    expect(read.map(({ cross, score }) => ({ cross, score }))).toEqual([
      { cross: 0.5, score: 1 },
      { cross: 0.5, score: 1 },
      { cross: 0, score: 0 },
    ]);
  });

  it('fails open: without an answer the first order stands', async () => {
    verifies('P037');
    const reranker = createFakeReranker();
    reranker.failing = true;
    const deps = { ...store.deps, reranker };
    expect(await crossEncode({ deps, isOn }, ranked, asked('rain'))).toEqual({ ranked, failed: true });
    expect(await crossEncode({ deps: store.deps, isOn }, ranked, asked('rain'))).toEqual({ ranked, failed: false });
  });

  it('is not asked about nothing, nor when it is switched off', async () => {
    const reranker = createFakeReranker();
    const deps = { ...store.deps, reranker };
    await crossEncode({ deps, isOn }, [], asked('rain'));
    await crossEncode({ deps, isOn }, ranked, asked('  '));
    await crossEncode({ deps, isOn: (stage) => stage !== 'cross-encoder' }, ranked, asked('rain'));
    expect(reranker.calls).toEqual([]);
  });

  it('reads the best thirty; the rest stay below them in their order', async () => {
    const reranker = createFakeReranker();
    const [first] = ranked as [Ranked];
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...first,
      passageId: first.passageId + 1000 + i,
      score: 0.5,
    }));
    const deps = { ...store.deps, reranker };
    const { ranked: read } = await crossEncode(
      { deps, isOn },
      [...many.slice(0, 29), ...ranked, ...many.slice(29)],
      asked('rain'),
    );
    expect(order(read.slice(0, 1))).toEqual([0]);
    expect(read).toHaveLength(43);
    expect(reranker.calls).toEqual([1]);
  });

  it('is given up with the search', async () => {
    const deps = { ...store.deps, reranker: createFakeReranker() };
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(crossEncode({ deps, isOn }, ranked, asked('rain', gone))).rejects.toThrow('gone');
  });
});
