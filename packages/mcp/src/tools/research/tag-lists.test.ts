/** Tags of a library that has many: answers that can be read, with what they leave out. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const TAGGED = 60;
const UNTAGGED = 120;

const words = ['kelp', 'coral', 'tides', 'gulls', 'eels', 'lamps'];

describe('many tags', () => {
  let zapomni: TestClient;
  const call = async (name: string, given: object = {}): Promise<Record<string, unknown>> => {
    const result = await zapomni.client.callTool({ name, arguments: { ...given } });
    return { ...(result.structuredContent as Record<string, unknown>), text: textOf(result) };
  };
  beforeAll(async () => {
    zapomni = await openTestClient({ settings: { tools: 'memory,research', graph: 'off' } });
    const item = (citekey: string, title: string) => ({
      item: { type: 'book' as const, citekey, title, identifiers: [], contributors: [] },
      source: 'bibliography',
    });
    const arrivals = [
      ...Array.from({ length: TAGGED }, (_, i) => item(`tagged${i}`, `Number ${i}`)),
      ...Array.from({ length: UNTAGGED }, (_, i) => item(`bare${i}`, `On ${words[i % 6]} of shore ${i}`)),
    ];
    await zapomni.app.research.library.save({ workspace: 'default', arrivals });
    for (let i = 0; i < TAGGED; i++)
      await call('update_article_metadata', {
        article_identifier: `tagged${i}`,
        add_tags: [words[i % 6], `own ${i}`, ...(i < 2 ? [i === 0 ? 'Sea-shore' : 'sea shore'] : [])],
      });
  });
  afterAll(() => zapomni.close());

  it('are listed up to a number, the most used first, and counted whole', async () => {
    const all = await call('manage_tag_vocabulary');
    expect(all).toMatchObject({ total: 68, papers: 180, untagged: UNTAGGED });
    expect(all['tags']).toHaveLength(68);
    const few = await call('manage_tag_vocabulary', { limit: 6 });
    expect((few['tags'] as { tag: string }[]).map(({ tag }) => tag).toSorted()).toEqual(words.toSorted());
    expect(few['text']).toMatch(/^68 tags on[\s\S]*62 more that are used less/);
    expect(await zapomni.fails('manage_tag_vocabulary', { limit: 0 })).toMatch(/limit/);
  });

  it('are suggested for as many papers as can be read at once, and on from there', async () => {
    const first = await call('suggest_tags');
    expect(first).toMatchObject({ count: 30, total: UNTAGGED, next_cursor: expect.any(String) });
    expect(await call('suggest_tags', { limit: 40 })).toMatchObject({ count: 40 });
  });

  it('are told of a plan by how many papers get each, with some of the papers', async () => {
    const plan = await call('consolidate_and_retag');
    expect(plan).toMatchObject({ additions_total: UNTAGGED, papers: UNTAGGED + 1 });
    expect(plan['additions']).toHaveLength(50);
    expect(plan['added_tags']).toContainEqual({ tag: 'kelp', papers: 20 });
    expect(plan['text']).toMatch(/120 papers without tags would get some:[\s\S]*\+ kelp: 20/);
  });

  it('are counted whole where only the most frequent are named', async () => {
    const { tags, tags_in_all: all, text } = await call('collection_stats');
    expect([Object.keys(tags as object).length, all]).toEqual([20, 68]);
    expect(text).toContain('tags in all: 68');
  });

  it('are not renamed to what they are called already', async () => {
    const { renames } = await call('consolidate_tags', { rename: { kelp: 'kelp', coral: 'Coral' } });
    expect((renames as { from: string; to: string }[]).map(({ from, to }) => [from, to])).toEqual([
      ['coral', 'Coral'],
      ['sea shore', 'Sea-shore'],
    ]);
  });
});
