/** What is looked through and how it is settled, on every engine. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const workspace = 'default';
const FIRST = 'The quarterly planning meeting with the whole platform team moved to the large room on the third floor';
const SECOND = `${FIRST} today`;
const SLOW = 'The build of the platform on the large machine took 47 minutes and passed every single test';
const FAST = 'The build of the platform on the large machine took 31 minutes and passed every single test';
/** Put together here, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

describe.each(await enginesForTests())('what is looked through, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeEach(async () => {
    zapomni = await openTestClient(options());
  });
  afterEach(() => zapomni.close());

  const add = async (text: string, tags: string[] = []): Promise<string> => {
    const drafts = [{ text, tags }];
    const { memories } = await zapomni.app.memories.add({ workspace, drafts, batch: false });
    return memories[0]?.id ?? '';
  };
  const fill = (count: number) => {
    const drafts = Array.from({ length: count }, (_, i) => ({ text: `Filler ${i} of another kind altogether` }));
    return zapomni.app.memories.add({ workspace, drafts, batch: true });
  };
  const read = async (): Promise<void> => {
    await zapomni.app.resume();
    await condition(async () => (await zapomni.app.store.stats(workspace)).pendingReadings === 0);
  };
  const review = () => zapomni.app.review;
  const pairs = async (kind: 'duplicates' | 'contradictions') => {
    const { items, next } = await review()[kind]({ workspace, limit: 20 });
    expect(next).toBeNull();
    return items.map(({ older, newer }) => [older.id, newer.id]);
  };

  it('shows what says almost the same, the older first, until somebody keeps both, and again when one changes', async () => {
    const [older, newer] = [await add(FIRST), await add(SECOND)];
    await read();
    expect(await pairs('duplicates')).toEqual([[older, newer]]);
    const settling = { workspace, kind: 'duplicates' as const, ids: [newer, older] };
    await review().settle(settling);
    expect(await pairs('duplicates')).toEqual([]);
    expect(await review().unsettle(settling)).toBe(true);
    expect(await review().unsettle(settling)).toBe(false);
    await review().settle(settling);
    await zapomni.app.memories.update({ workspace, id: newer, change: { tags: ['another'] } });
    expect(await pairs('duplicates')).toEqual([[older, newer]]);
  });

  it('makes one of two, with the tags of both, and what it said may be said again', async () => {
    const [older, newer] = [await add(FIRST, ['a']), await add(SECOND, ['b'])];
    const merged = await review().merge({ workspace, keep: older, drop: newer, text: SECOND });
    expect(merged).toMatchObject({ id: older, text: SECOND, tags: ['a', 'b'] });
    expect(await zapomni.app.memories.many(workspace, [newer])).toEqual([]);
    expect(await zapomni.app.memories.areForgotten(workspace, [SECOND])).toEqual([false]);
  });

  it('forgets what a merge leaves out', async () => {
    const [older, newer] = [await add(FIRST), await add(SECOND)];
    await review().merge({ workspace, keep: newer, drop: older });
    expect(await zapomni.app.memories.areForgotten(workspace, [FIRST, SECOND])).toEqual([true, false]);
  });

  it('shows what differs in a figure, and has the newer take the place of the older', async () => {
    const [older, newer] = [await add(SLOW), await add(FAST)];
    await add('The office plants need water on every second Tuesday of the month, says the note');
    expect(await pairs('contradictions')).toEqual([[older, newer]]);
    const id = await review().supersede({ workspace, older, newer });
    const [before, now] = await zapomni.app.memories.many(workspace, [older, id]);
    expect(before).toMatchObject({ text: SLOW, supersededBy: id });
    expect(now).toMatchObject({ text: FAST, supersedes: older, supersededBy: null });
    expect(await zapomni.app.memories.many(workspace, [newer])).toEqual([]);
    expect(await pairs('contradictions')).toEqual([]);
  });

  it('settles nothing that cannot be: the same one, one that is gone, a document, one with a key', async () => {
    const [older, newer] = [await add(SLOW), await add(FAST)];
    await expect(review().merge({ workspace, keep: older, drop: older })).rejects.toThrow('drop');
    await expect(review().merge({ workspace, keep: older, drop: 'none' })).rejects.toThrow('no such memory');
    const { document } = await zapomni.app.documents.add({ workspace, client: 'test', text: SLOW, name: 'slow.txt' });
    const text = document.value.memory ?? '';
    await expect(review().supersede({ workspace, older: text, newer })).rejects.toThrow('text of a document');
    const drafts = [{ text: 'Kept under a key.', key: 'k' }];
    const { memories } = await zapomni.app.memories.add({ workspace, drafts, batch: false });
    const keyed = memories[0]?.id ?? '';
    await expect(review().supersede({ workspace, older, newer: keyed })).rejects.toThrow('key');
    expect(await zapomni.app.memories.many(workspace, [older, newer, keyed])).toHaveLength(3);
  });

  it('shows a secret by what stands round it, page by page, until somebody says that it is none', async () => {
    const id = await add(`Deploying needs ${TOKEN} in the pipeline.`);
    await fill(120);
    const { items, looked } = await review().secrets({ workspace, limit: 20 });
    expect(items).toMatchObject([{ memory: { id }, before: 'Deploying needs ', after: ' in the pipeline.' }]);
    expect(looked).toBe(121);
    await review().settle({ workspace, kind: 'secrets', ids: [id] });
    expect((await review().secrets({ workspace, limit: 20 })).items).toEqual([]);
  });

  it('finds a pair that stands on the next page', async () => {
    const older = await add(SLOW);
    await fill(450);
    const newer = await add(FAST);
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await review().contradictions({ workspace, limit: 20, cursor });
      found.push(...page.items.map((pair) => [pair.older.id, pair.newer.id]));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toContainEqual([older, newer]);
  });
});
