/** What of a document reaches the model, on both engines. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const long = (matter: string): string => `The ${matter} is told of here at some length. `.repeat(20).trim();
const BOOK = `# Harbours\n\n## Building\n\n### Stones\n\n${long('granite')}\n\n## Boats\n\n${long('sail')}\n`;

describe.each(ENGINES)('a passage is embedded under its headings, on $engine', ({ options }) => {
  const embedded: string[] = [];
  let zapomni: TestClient;
  beforeAll(async () => {
    const embedder = createFakeEmbedder();
    const embed = embedder.embed.bind(embedder);
    embedder.embed = (texts, asked) => {
      if (asked.role === 'passage') embedded.push(...texts);
      return embed(texts, asked);
    };
    zapomni = await openTestClient({ ...options(), embedder, settings: { chunk_size: '60', chunk_overlap: '0' } });
  });
  afterAll(() => zapomni.close());

  it('says where it stands, once, and is stored and found as it was', async () => {
    const { document } = await zapomni.call('add_document', { text: BOOK, name: 'book.md' });
    const stones = embedded.filter((text) => text.includes('granite'));
    expect(stones.length).toBeGreaterThan(1);
    // The first begins with its headings itself.
    expect(stones[0]).toMatch(/^Harbours\n\nBuilding/);
    for (const text of stones.slice(1)) expect(text).toMatch(/^Harbours › Building › Stones\n(?!Harbours)/);
    const boats = embedded.filter((text) => text.includes('sail'));
    expect(boats[0]).toMatch(/^Harbours\nBoats\n/);
    for (const text of boats.slice(1)) expect(text).toMatch(/^Harbours › Boats\n/);
    const { results } = await zapomni.call('search_memory', { query: 'sail', filters: { document: 'book.md' } });
    const whole = (await zapomni.call('get_memory', { memory_id: document.memory_id })).text;
    for (const { text, passage } of results) {
      expect(text).not.toContain('›');
      expect(whole.slice(passage.start, passage.end)).toBe(text);
    }
  });

  it('of a text without headings, and of a memory, is embedded as it stands', async () => {
    embedded.length = 0;
    await zapomni.call('add_document', { text: long('plain lamp'), name: 'lamp.txt' });
    await zapomni.call('add_memory', { text: long('diary'), kind: 'document', metadata: { title: 'Diary' } });
    expect(embedded.length).toBeGreaterThan(3);
    for (const text of embedded) expect(text).toMatch(/^(?:The|is|told|of|here|at|some|length)/);
  });
});
