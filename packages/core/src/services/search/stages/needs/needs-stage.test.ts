import { createApp } from '@zapomni/core';
import type { Embedder, Embedding } from '@zapomni/core/ports';
import type { SearchRequest } from '@zapomni/core/search';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { seeded } from '@zapomni/testkit/seeded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { along, directionsOf } from './directions.ts';

const MODEL = 'bge-small-en-v1.5-q8';
const directions = directionsOf(MODEL);

/** Every text points its own way, requests and what says a wish a little in their common direction too, as with the model. */
function embedOne(text: string): Embedding {
  const random = seeded([...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7));
  const own = Float32Array.from({ length: 384 }, () => (random() - 0.5) / 8);
  const { request, want } = directions as NonNullable<typeof directions>;
  const by = text.startsWith('Plan') ? request.vector : text.startsWith('I ') ? want.vector : undefined;
  const vector = own.map((part, i) => part + (by?.[i] ?? 0));
  const length = Math.hypot(...vector);
  return { vector: vector.map((part) => part / length), fluency: 1 };
}

const embedder: Embedder = {
  model: { name: MODEL, dimensions: 384, maxTokens: 512 },
  state: 'ready',
  embed: async (texts) => texts.map(embedOne),
  warm: async () => {},
  close: async () => {},
};

let store: FilledStore;
const FACTS = Array.from({ length: 30 }, (_, i) =>
  i % 10 === 7 ? `Dinner number ${i} in Rome was late` : `Dinner number ${i} was cold`,
);
beforeAll(async () => {
  store = openFilledStore({ embedder });
  await store.remember([
    ...FACTS,
    'I eat no cheese',
    { text: 'Cheese stays away from the table', kind: 'preference' },
    { text: 'I sleep late', tags: ['sleep'] },
  ]);
  await store.remember(['I hate olives'], 'office');
});
afterAll(() => store.close());

const texts = async (query: string, rest: Partial<SearchRequest> = {}, app = store.app) =>
  (await app.search.run({ workspaces: ['default'], query, limit: 10, ...rest })).hits.map(
    ({ passage }) => passage.text,
  );

describe('a request', () => {
  it.each(['I eat no cheese', 'Cheese stays away from the table'])('lifts what bears on it: %s', async (wanted) => {
    const without = createApp({ ...store.deps, config: { ...store.deps.config, search_off: 'needs' } });
    const placeIn = async (app: typeof without) =>
      (await texts('Plan dinner in Rome', { limit: 40 }, app)).indexOf(wanted);
    const [place, before] = [await placeIn(store.app), await placeIn(without)];
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(before);
  });

  it('says in an explanation what was added', async () => {
    const query = 'Plan dinner in Rome';
    const { explanation } = await store.app.search.run({ workspaces: ['default'], query, limit: 10, explain: true });
    const needs = new Map(explanation?.hits.map(({ memory, needs: gain }) => [memory, gain]));
    expect(needs.get(store.idOf('I eat no cheese'))).toBeGreaterThan(0);
    expect(explanation?.stages).toContain('needs');
  });

  it('keeps to filters, to what is excluded and to the workspaces', async () => {
    expect(await texts('Plan dinner in Rome', { filter: { tags: ['sleep'] } })).toEqual(['I sleep late']);
    expect(await texts('Plan dinner in Rome -cheese')).not.toContain('I eat no cheese');
    expect(await texts('Plan dinner in Rome')).not.toContain('I hate olives');
    expect(await texts('Plan dinner in Rome', { workspaces: ['default', 'office'] })).toContain('I hate olives');
    expect(await texts('Plan dinner in Rome', { filter: { kinds: ['note'] } })).not.toContain(
      'Cheese stays away from the table',
    );
  });
});

it('a question for a fact is answered as ever', async () => {
  const query = 'When was dinner number 7 in Rome';
  const { hits, explanation } = await store.app.search.run({
    workspaces: ['default'],
    query,
    limit: 10,
    explain: true,
  });
  expect(hits[0]?.passage.text).toBe('Dinner number 7 in Rome was late');
  expect(explanation?.hits.every(({ needs }) => needs === 0)).toBe(true);
});

it('another model has no directions', () => {
  expect(directionsOf('another')).toBeNull();
});

it('a text is along a direction from half way between the means on', () => {
  const direction = { vector: new Float32Array(1), level: 0.1, spread: 0.2 };
  expect([0, 0.1, 0.2, 0.3, 0.9].map((product) => Number(along(direction, product).toFixed(2)))).toEqual([
    0, 0, 0.5, 1, 1,
  ]);
});
