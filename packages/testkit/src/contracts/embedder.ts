/** What every embedder must do, whatever model is behind it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, Embedding } from '@zapomni/core/ports';

export interface EmbedderHarness {
  /** A cold embedder. The suite closes it. */
  open(): Embedder;
  /** A cold embedder that cannot load its model until `repair` has been called. */
  openBroken(): Promise<{ readonly embedder: Embedder; repair(): Promise<void> }>;
}

const STRANGE_TEXTS = [
  '',
  '   \n\t ',
  '\u0000',
  'a\u0000b',
  '🎉🚀👩‍👩‍👧',
  '我姐姐住在成都。',
  'เชียงใหม่',
  'lone \ud800 surrogate',
  '[CLS] [SEP] [MASK]',
  '~!@#$%^&*()',
  'x'.repeat(20_000),
  'word '.repeat(20_000),
];

export function embedderContract(name: string, harness: EmbedderHarness): void {
  describe(`embedder contract: ${name}`, () => {
    describe('embedding', () => embeddingCases(harness));
    describe('life', () => lifeCases(harness));
  });
}

function embeddingCases({ open }: EmbedderHarness): void {
  let embedder: Embedder;
  beforeAll(() => {
    embedder = open();
  });
  afterAll(() => embedder.close());
  const embedOne = async (text: string) => (await embedder.embed([text], { role: 'passage' }))[0] as Embedding;

  it('names a model with a limit, and with a size once it has been used', async () => {
    const { name } = embedder.model;
    expect(name).toMatch(/^\S+$/);
    await embedOne('anything');
    expect(embedder.model.name).toBe(name);
    expect(embedder.model.dimensions).toBeGreaterThan(0);
    expect(embedder.model.maxTokens).toBeGreaterThan(0);
  });

  it('gives one unit vector per text, in order', async () => {
    const texts = ['apples grow on trees', 'the engine is loud', 'rain falls in autumn'];
    const all = await embedder.embed(texts, { role: 'passage' });
    expect(all).toHaveLength(texts.length);
    for (const [i, text] of texts.entries()) {
      expectSound(all[i], embedder.model.dimensions);
      expect(all[i]?.vector).toEqual((await embedOne(text)).vector);
    }
  });

  it('gives the same vector whatever else is in the batch', async () => {
    const alone = await embedOne('the harbour at dawn');
    const long = 'a much longer neighbour with many more words in it '.repeat(20);
    const batch = await embedder.embed([long, 'the harbour at dawn', 'x', 'the harbour at dawn'], { role: 'passage' });
    expect(batch[1]).toEqual(alone);
    expect(batch[3]).toEqual(alone);
  });

  it('puts texts that say nearly the same closer than others', async () => {
    const [a, b, other] = await embedder.embed(
      ['the cat sleeps on the warm roof', 'a cat sleeps on the roof', 'quarterly tax forms are due in April'],
      { role: 'passage' },
    );
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, other));
    expect(cosine(a, b)).toBeGreaterThan(cosine(b, other));
  });

  it('finds the passage that answers a question', async () => {
    const [question] = await embedder.embed(['where does the cat sleep'], { role: 'query' });
    const [right, wrong] = await embedder.embed(['the cat sleeps on the roof', 'tax forms are due in April'], {
      role: 'passage',
    });
    expect(cosine(question, right)).toBeGreaterThan(cosine(question, wrong));
  });

  it.each(STRANGE_TEXTS.map((text) => [JSON.stringify(text.slice(0, 24)), text]))('takes %s', async (_, text) => {
    for (const role of ['query', 'passage'] as const) {
      const [embedding] = await embedder.embed([text], { role });
      expectSound(embedding, embedder.model.dimensions);
    }
  });

  it('answers many calls at once, each with its own', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `note number ${i} about the garden`);
    const together = await Promise.all(texts.map(embedOne));
    const [last] = await embedder.embed([texts[11] as string], { role: 'passage' });
    expect(together[11]).toEqual(last);
    expect(new Set(together.map(({ vector }) => vector.join())).size).toBe(texts.length);
  });
}

function lifeCases({ open, openBroken }: EmbedderHarness): void {
  it('loads nothing before it is asked to', async () => {
    const embedder = open();
    expect(embedder.state).toBe('cold');
    expect(await embedder.embed([], { role: 'passage' })).toEqual([]);
    expect(embedder.state).toBe('cold');
    await embedder.warm();
    expect(embedder.state).toBe('ready');
    await embedder.close();
  });

  it('refuses a call whose signal has fired already', async () => {
    const embedder = open();
    const call = embedder.embed(['text'], { role: 'query', signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(embedder.state).toBe('cold');
    await embedder.close();
  });

  it('cancels one call and serves the others', async () => {
    const embedder = open();
    const controller = new AbortController();
    const doomed = embedder.embed(['never', 'mind'], { role: 'passage', signal: controller.signal });
    const other = embedder.embed(['still wanted'], { role: 'passage' });
    controller.abort();
    await expect(doomed).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(other).resolves.toHaveLength(1);
    await embedder.close();
  });

  it('ends calls under way when it closes, and may be closed twice', async () => {
    const embedder = open();
    const results = Promise.allSettled([embedder.embed(['text'], { role: 'passage' }), embedder.warm()]);
    await Promise.all([embedder.close(), embedder.close()]);
    for (const result of await results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
    }
    await embedder.close();
    await expect(embedder.embed(['text'], { role: 'passage' })).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(embedder.warm()).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says MODEL_UNAVAILABLE when the model cannot be loaded, and tries again with the next call', async () => {
    const { embedder, repair } = await openBroken();
    await expect(embedder.embed(['text'], { role: 'query' })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(embedder.state).toBe('failed');
    await expect(embedder.warm()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await repair();
    await expect(embedder.embed(['text'], { role: 'query' })).resolves.toHaveLength(1);
    expect(embedder.state).toBe('ready');
    await embedder.close();
  });
}

function expectSound(embedding: Embedding | undefined, dimensions: number): void {
  expect(embedding?.vector).toBeInstanceOf(Float32Array);
  expect(embedding?.vector).toHaveLength(dimensions);
  expect(Math.hypot(...(embedding?.vector ?? []))).toBeCloseTo(1, 4);
  expect(embedding?.fluency).toBeGreaterThanOrEqual(0);
  expect(embedding?.fluency).toBeLessThanOrEqual(1);
}

function cosine(a: Embedding | undefined, b: Embedding | undefined): number {
  return a?.vector.reduce((sum, value, i) => sum + value * (b?.vector[i] ?? 0), 0) ?? Number.NaN;
}
