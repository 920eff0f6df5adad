import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('add_memory', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient();
  });
  afterAll(() => zapomni.close());

  it('stores and says what it made', async () => {
    verifies('R134', 'R139', 'R140', 'D007');
    const result = await zapomni.raw('add_memory', { text: 'Anna prefers tea to coffee' });
    expect(textOf(result)).toMatch(/^Memory stored/);
    expect(result.structuredContent).toMatchObject({
      status: 'success',
      chunks_created: 1,
      text_preview: 'Anna prefers tea to coffee',
    });
    const { memory_id } = result.structuredContent as { memory_id: string };
    expect(memory_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(textOf(result)).toContain(`ID: ${memory_id}`);
    expect(textOf(result)).toContain('Chunks: 1');
  });

  it('is found by the very next search', async () => {
    verifies('D001');
    const { memory_id } = await zapomni.call('add_memory', { text: 'The staging password rotates on Mondays' });
    const { results } = await zapomni.call('search_memory', { query: 'staging password' });
    expect(results[0].memory_id).toBe(memory_id);
  });

  it('stores the text trimmed, and otherwise byte for byte', async () => {
    verifies('R137', 'D005', 'R041');
    const text = 'line one\r\n\tline two \u0000 e\u0301 👨‍👩‍👧‍👦 日本語 "quotes" \\ end';
    const { memory_id } = await zapomni.call('add_memory', { text: `\n  ${text} \t\n` });
    expect((await zapomni.call('get_memory', { memory_id })).text).toBe(text);
  });

  it('takes tags, source and time from metadata', async () => {
    verifies('R138', 'D021');
    const metadata = { tags: ['infra', 'db'], source: 'meeting', timestamp: '2024-03-05T10:00:00Z', ticket: { id: 7 } };
    const { memory_id } = await zapomni.call('add_memory', { text: 'We moved the database to Frankfurt', metadata });
    const memory = await zapomni.call('get_memory', { memory_id });
    expect(memory).toMatchObject({
      tags: ['infra', 'db'],
      source: 'meeting',
      timestamp: '2024-03-05T10:00:00.000Z',
      metadata,
    });
  });

  it('keeps a time it does not understand, and says so', async () => {
    const result = await zapomni.call('add_memory', {
      text: 'It happened at some point',
      metadata: { timestamp: 'around noon' },
    });
    expect(result.warnings).toHaveLength(1);
    expect((await zapomni.call('get_memory', { memory_id: result.memory_id })).metadata).toEqual({
      timestamp: 'around noon',
    });
  });

  it('accepts content for text, but not two different ones', async () => {
    const { memory_id } = await zapomni.call('add_memory', { content: 'said under the other name' });
    expect((await zapomni.call('get_memory', { memory_id })).text).toBe('said under the other name');
    expect(await zapomni.fails('add_memory', { content: 'a', text: 'b' })).toContain('INVALID_INPUT');
  });

  it('knows what it has already, and stores it again only when asked to', async () => {
    const said = { text: 'said twice', metadata: { tags: ['a'], mood: 'calm' } };
    const first = await zapomni.call('add_memory', said);
    const again = await zapomni.call('add_memory', said);
    expect(again).toMatchObject({ status: 'duplicate', memory_id: first.memory_id, duplicates: 1 });
    const others = [
      { ...said, source: 'chat' },
      { ...said, metadata: { ...said.metadata, timestamp: '2026-01-01' } },
      { ...said, allow_duplicate: true },
    ];
    for (const other of others) {
      expect(await zapomni.call('add_memory', other)).toMatchObject({ status: 'success', duplicates: 0 });
    }
  });

  it('adds the same text twice as two memories when duplicates are allowed', async () => {
    verifies('R184');
    const texts = { items: [{ text: 'an echo' }, { text: 'an echo' }], allow_duplicate: true };
    const { memory_ids } = await zapomni.call('add_memory', texts);
    expect(new Set(memory_ids).size).toBe(2);
  });

  it('adds once what comes with the same key', async () => {
    verifies('R185');
    const first = await zapomni.call('add_memory', { text: 'the import, first try', key: 'import-1' });
    const again = await zapomni.call('add_memory', { text: 'the import, second try', key: 'import-1' });
    expect(again).toMatchObject({ status: 'duplicate', memory_id: first.memory_id, duplicates: 1 });
    expect((await zapomni.call('get_memory', { memory_id: first.memory_id })).text).toBe('the import, first try');
  });

  it('takes many at once, in order, all or none', async () => {
    const items = Array.from({ length: 120 }, (_, i) => ({ text: `batch item number ${i}`, metadata: { n: i } }));
    const { memory_ids, chunks_created } = await zapomni.call('add_memory', { items });
    expect(memory_ids).toHaveLength(120);
    expect(chunks_created).toBe(120);
    expect((await zapomni.call('get_memory', { memory_id: memory_ids[57] })).text).toBe('batch item number 57');
    const before = await zapomni.call('get_stats');
    expect(await zapomni.fails('add_memory', { items: [{ text: 'fine' }, { text: '   ' }] })).toContain(
      'items[1].text',
    );
    expect((await zapomni.call('get_stats')).total_memories).toBe(before.total_memories);
  });

  it('lets a correction replace what it corrects', async () => {
    const old = await zapomni.call('add_memory', { text: 'The office wifi network is called Albatross' });
    const correction = await zapomni.call('add_memory', {
      text: 'The office wifi network is called Pelican',
      supersedes: old.memory_id,
    });
    const { results } = await zapomni.call('search_memory', { query: 'office wifi network', limit: 100 });
    const found = results.map((hit: { memory_id: string }) => hit.memory_id);
    expect(found).toContain(correction.memory_id);
    expect(found).not.toContain(old.memory_id);
    expect(await zapomni.call('get_memory', { memory_id: old.memory_id })).toMatchObject({
      superseded_by: correction.memory_id,
    });
    expect(await zapomni.fails('add_memory', { text: 'again', supersedes: old.memory_id })).toContain('CONFLICT');
  });

  it('accepts ten million characters and returns every one', { timeout: 120_000 }, async () => {
    verifies('D004', 'R135');
    const big = await openTestClient({ settings: { embed_wait_ms: '0' } });
    const text = `needle-at-the-start ${'lorem ipsum dolor sit amet '.repeat(370_000)}needle-at-the-end`.slice(
      -10_000_000,
    );
    const { memory_id, chunks_created } = await big.call('add_memory', { text });
    expect(chunks_created).toBeGreaterThan(1000);
    expect((await big.call('get_memory', { memory_id })).text === text).toBe(true);
    const { results } = await big.call('search_memory', { query: 'needle-at-the-end' });
    expect(results[0].text).toContain('needle-at-the-end');
    expect(await big.fails('add_memory', { text: 'x'.repeat(10_000_001) })).toMatch(/exceeds max length of 10000000/);
    await big.close();
  });

  it('counts characters, not code units, and refuses by a message that does not echo the text', async () => {
    verifies('R048', 'R049', 'R051');
    const small = await openTestClient({ settings: { max_text_length: '100000' } });
    await small.call('add_memory', { text: '😀'.repeat(100_000) });
    const refusal = await small.fails('add_memory', { text: 'a'.repeat(1_000_000) });
    expect(refusal).toContain('exceeds max length');
    expect(refusal.length).toBeLessThan(1000);
    await small.close();
  });
});
