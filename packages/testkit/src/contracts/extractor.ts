/** What every extractor must do, whether rules or a language model are behind it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Extraction, Extractor } from '@zapomni/core/ports';

export interface ExtractorHarness {
  /** A cold extractor. The suite closes it. */
  open(): Extractor;
  /** A cold extractor that cannot read until `repair` has been called. */
  openBroken(): Promise<{ readonly extractor: Extractor; repair(): Promise<void> }>;
}

const AT = Date.UTC(2026, 10, 16);
const PLAIN = 'Marie Curie worked at the University of Paris. She was born in Warsaw.';

const STRANGE_TEXTS = [
  '',
  '   \n\t ',
  '\u0000\u0007\u001b[31m',
  '🎉🚀👩‍👩‍👧',
  'lone \ud800 surrogate \udc00',
  '我姐姐住在成都。',
  'เชียงใหม่ ไม่มีช่องว่าง',
  '((((((((((',
  '<script>alert("x")</script>',
  '{"name": "DROP TABLE entities; --"}',
  'A'.repeat(100_000),
  'Ab'.repeat(50_000),
  'John Smith '.repeat(5000),
  '\n'.repeat(50_000),
  'http://'.repeat(10_000),
  'a.b@'.repeat(20_000),
  "don't ".repeat(10_000),
];

export function extractorContract(name: string, harness: ExtractorHarness): void {
  describe(`extractor contract: ${name}`, () => {
    describe('reading', () => readingCases(harness));
    describe('life', () => lifeCases(harness));
  });
}

function readingCases({ open }: ExtractorHarness): void {
  let extractor: Extractor;
  beforeAll(() => {
    extractor = open();
  });
  afterAll(() => extractor.close());
  const readAll = (texts: readonly string[]) => extractor.extract(texts.map((text) => ({ text, at: AT })));

  it('has a name', () => {
    expect(extractor.name).toMatch(/^\S+$/u);
  });

  it('finds what a plain text names and says', async () => {
    const [{ entities, relations } = { entities: [], relations: [] }] = await readAll([PLAIN]);
    const marie = entities.find(({ name: found }) => found === 'Marie Curie');
    expect(marie).toMatchObject({ type: 'person', start: 0, end: 11 });
    expect(entities.some(({ name: found }) => found === 'Warsaw')).toBe(true);
    expect(relations.some(({ source }) => entities[source]?.name === 'Marie Curie')).toBe(true);
  });

  it('gives one extraction per text, in order', async () => {
    const texts = [PLAIN, '', 'Nothing is named here.', PLAIN];
    const all = await readAll(texts);
    expect(all).toHaveLength(texts.length);
    expect(all[1]).toEqual({ entities: [], relations: [] });
    expect(all[3]).toEqual(all[0]);
    for (const [i, extraction] of all.entries()) expectSound(extraction, texts[i] as string);
  });

  it('reads the same text the same way again', async () => {
    expect(await readAll([PLAIN])).toEqual(await readAll([PLAIN]));
  });

  it.each(STRANGE_TEXTS.map((text) => [JSON.stringify(text.slice(0, 24)), text]))('takes %s', async (_, text) => {
    const [extraction] = await readAll([text]);
    expectSound(extraction, text);
  });

  it('cuts names out of any text where they stand', async () => {
    const word = fc.constantFrom(
      'Anna',
      'Oslo',
      '#12',
      'v1.2.3',
      ' at ',
      '\n',
      '. ',
      'x@y.org',
      '"',
      '🎉',
      'Москва',
      '(',
      ')',
      '/a/b',
      ',',
      ' and ',
      '2019',
      '\u0000',
      '’s ',
    );
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const [extraction] = await readAll([parts.join('')]);
        expectSound(extraction, parts.join(''));
      }),
      { numRuns: 200 },
    );
  });

  it('answers many calls at once, each with its own', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `Peter Jones ${i} lives in Berlin.`);
    const together = await Promise.all(texts.map((text) => readAll([text])));
    for (const [i, [extraction]] of together.entries()) expectSound(extraction, texts[i] as string);
  });
}

function lifeCases({ open, openBroken }: ExtractorHarness): void {
  it('gives nothing for nothing', async () => {
    const extractor = open();
    expect(await extractor.extract([])).toEqual([]);
    await extractor.close();
  });

  it('refuses a call whose signal has fired already', async () => {
    const extractor = open();
    const call = extractor.extract([{ text: PLAIN, at: AT }], { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await extractor.close();
  });

  it('cancels one call and serves the others', async () => {
    const extractor = open();
    const controller = new AbortController();
    const doomed = extractor.extract([{ text: PLAIN, at: AT }], { signal: controller.signal });
    const other = extractor.extract([{ text: PLAIN, at: AT }]);
    controller.abort();
    await expect(doomed).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(other).resolves.toHaveLength(1);
    await extractor.close();
  });

  it('ends calls under way when it closes, and may be closed twice', async () => {
    const extractor = open();
    const results = Promise.allSettled([extractor.extract([{ text: PLAIN, at: AT }])]);
    await Promise.all([extractor.close(), extractor.close()]);
    for (const result of await results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
    await expect(extractor.extract([{ text: PLAIN, at: AT }])).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says MODEL_UNAVAILABLE when it cannot read, and tries again with the next call', async () => {
    const { extractor, repair } = await openBroken();
    const read = () => extractor.extract([{ text: PLAIN, at: AT }]);
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await expect(read()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await repair();
    await expect(read()).resolves.toHaveLength(1);
    await extractor.close();
  });
}

/** What holds for every extraction of every text. */
export function expectSound(extraction: Extraction | undefined, text: string): void {
  const { entities, relations } = extraction as Extraction;
  let last = 0;
  for (const { name, type, start, end, confidence } of entities) {
    expect(text.slice(start, end)).toBe(name);
    expect(name).not.toBe('');
    expect(type).toMatch(/^[a-z_]+$/u);
    expect(start).toBeGreaterThanOrEqual(last);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
    last = start;
  }
  for (const { source, target, type, start, end, confidence } of relations) {
    expect(entities[source]).toBeDefined();
    expect(entities[target]).toBeDefined();
    expect(source).not.toBe(target);
    expect(type).toMatch(/^[\p{Lu}\p{Lo}\p{N}]+(?:_[\p{Lu}\p{Lo}\p{N}]+)*$/u);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(start).toBeLessThan(end);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
}
