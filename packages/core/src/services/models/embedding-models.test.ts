import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { createFakeEmbedder, createFakeModelOpener, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';
import { ZapomniError } from '../../errors/index.ts';
import type { App } from '../../index.ts';
import type { SearchHit } from '../search/search-request.ts';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

const A = { provider: 'ollama', model: 'a' } as const;
const B = { provider: 'ollama', model: 'b' } as const;

interface Process extends FilledStore {
  readonly builtin: FakeEmbedder;
  readonly a: FakeEmbedder;
  readonly b: FakeEmbedder;
}

const processes: Process[] = [];
afterEach(async () => {
  // The first made the folder, and removes it.
  for (const one of processes.toReversed()) await one.close();
  processes.length = 0;
});

/** A process on a new store, or on that of another, with the models `builtin`, `ollama/a` and `ollama/b`. */
function start(settings: Readonly<Record<string, string>> = {}, other?: Process): Process {
  const builtin = createFakeEmbedder({ name: 'small', dimensions: 32 });
  const a = createFakeEmbedder({ name: 'ollama/a', dimensions: 64 });
  const b = createFakeEmbedder({ name: 'ollama/b', dimensions: 128 });
  const configured = { a, b }[settings['embed_model'] ?? ''] ?? builtin;
  const store = openFilledStore({
    embedder: configured,
    models: createFakeModelOpener({ builtin, 'ollama/a': a, 'ollama/b': b }),
    settings: { embed_wait_ms: '100', search_wait_ms: '100', ...settings },
    ...(other ? { dataDir: other.dataDir, clock: other.clock } : {}),
  });
  processes.push({ ...store, builtin, a, b });
  return processes.at(-1) as Process;
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `note ${i} about the harbour`);
const search = async (app: App, query: string) => {
  const { hits, mode } = await app.search.run({ workspaces: ['default'], query, limit: 5 });
  return { mode, texts: hits.map((hit) => hit.passage.text), signals: hits.map((hit: SearchHit) => hit.signals) };
};
const sets = async ({ deps }: Process) =>
  Object.fromEntries((await deps.storage.vectors.models()).map(({ model, vectors }) => [model, vectors]));
const settled = (one: Process, model: string) =>
  expect
    .poll(async () => (await one.app.models.report()).embedding, SOON)
    .toMatchObject({ model, reading: model, pending: 0 });
/** Searches under way have come to their end, in every process. */
const later = async (one: Process) => {
  one.clock.advance(60_000);
  await one.app.resume();
};

describe('changing the embedding model', () => {
  it('embeds everything anew, searches by the old vectors until then, and frees them afterwards', async () => {
    verifies('D024');
    const one = start();
    await one.remember(numbered(100));
    expect((await search(one.app, 'note 7 harbour')).mode).toBe('hybrid');
    const { taskId = '', ...change } = await one.app.models.setEmbedder(A);
    expect(change).toEqual({ model: 'ollama/a', previous: 'small', dimensions: 64, pending: 100 });
    await settled(one, 'ollama/a');
    expect(await one.app.work.get(taskId)).toMatchObject({ kind: 'embedding', progress: { done: 100, total: 100 } });
    expect(await sets(one)).toEqual({ 'ollama/a': 100, small: 100 });
    const asked = one.a.calls.length;
    expect((await search(one.app, 'note 8 harbour')).signals[0]).toContain('meaning');
    expect(one.a.calls.length).toBe(asked + 1);
    await later(one);
    expect(await sets(one)).toEqual({ 'ollama/a': 100 });
    expect(await one.app.store.stats('default')).toMatchObject({
      model: 'ollama/a',
      nextModel: null,
      pendingEmbeddings: 0,
    });
  });

  it('gives what is added meanwhile vectors of both', async () => {
    const one = start();
    await one.remember(numbered(3));
    one.a.loaded = false;
    const chosen = one.app.models.setEmbedder(A);
    one.a.loaded = true;
    await chosen;
    one.a.loaded = false;
    await one.remember(['fresh fish at the market']);
    await one.remember(Array.from({ length: 70 }, (_, i) => `many fish ${i}`));
    const found = await search(one.app, 'fresh fish');
    expect(found).toMatchObject({ mode: 'hybrid' });
    expect(found.texts[0]).toBe('fresh fish at the market');
    expect(found.signals[0]).toEqual(['words', 'meaning']);
    expect(await one.app.store.stats('default')).toMatchObject({ model: 'small', nextModel: 'ollama/a' });
    one.a.loaded = true;
    await settled(one, 'ollama/a');
    expect(await sets(one)).toMatchObject({ 'ollama/a': 74 });
  });

  it('does not change any answer before the new vectors are whole', async () => {
    const one = start();
    await one.remember(numbered(80));
    const queries = numbered(10).map((text) => text.replace('about the', 'at our'));
    const answers = () => Promise.all(queries.map((query) => search(one.app, query)));
    const before = await answers();
    const [embed, gate] = [one.a.embed.bind(one.a), Promise.withResolvers<void>()];
    let portions = 0;
    one.a.embed = async (texts, options) => {
      // Half of the set is made, then it stops.
      if (options.role === 'passage' && ++portions > 1) await gate.promise;
      return embed(texts, options);
    };
    await one.app.models.setEmbedder(A);
    await expect.poll(() => sets(one), SOON).toMatchObject({ 'ollama/a': 32 });
    expect(await answers()).toEqual(before);
    gate.resolve();
    await settled(one, 'ollama/a');
  });

  it('changes nothing when the model cannot be used', async () => {
    verifies('R046', 'R047');
    const one = start();
    await one.remember(numbered(3));
    one.a.failing = true;
    await expect(one.app.models.setEmbedder(A)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await expect(one.app.models.setEmbedder({ provider: 'openai', model: 'x' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'ZAPOMNI_EMBED_URL has to be given.',
    });
    expect((await one.app.models.report()).embedding).toMatchObject({ model: 'small', reading: 'small', pending: 0 });
    one.a.failing = false;
    await one.app.models.setEmbedder(A);
    await settled(one, 'ollama/a');
  });

  it('is followed by other processes without a restart, and by the next start', async () => {
    const one = start();
    await one.remember(numbered(3));
    const other = start({}, one);
    expect((await search(other.app, 'harbour')).mode).toBe('hybrid');
    await one.app.models.setEmbedder(A);
    await settled(one, 'ollama/a');
    one.clock.advance(2000);
    expect((await search(other.app, 'note 1')).mode).toBe('hybrid');
    expect(other.a.calls.map(({ role }) => role)).toEqual(['query']);
    const next = start({}, one);
    expect((await next.app.models.report()).embedding.model).toBe('ollama/a');
    expect(next.builtin.calls).toEqual([]);
  });

  it('is taken up by another process where one stopped', async () => {
    const one = start();
    await one.remember(numbered(100));
    const dying = start({}, one);
    await dying.app.models.setEmbedder(A);
    await dying.app.close();
    const { embedding } = await one.app.models.report();
    expect(embedding).toMatchObject({ model: 'ollama/a' });
    await one.app.resume();
    await settled(one, 'ollama/a');
    expect((await sets(one))['ollama/a']).toBe(100);
  });

  it('is called off by choosing the old model again', async () => {
    const one = start();
    await one.remember(numbered(100));
    await one.app.models.setEmbedder(A);
    one.a.loaded = false;
    await one.app.models.setEmbedder({ provider: 'builtin', model: '' });
    await settled(one, 'small');
    expect((await search(one.app, 'harbour')).mode).toBe('hybrid');
    one.a.loaded = true;
    await later(one);
    await expect.poll(() => sets(one), SOON).toEqual({ small: 100 });
  });

  it('may be changed once more before it is done', async () => {
    const one = start();
    await one.remember(numbered(100));
    await one.app.models.setEmbedder(A);
    await one.app.models.setEmbedder(B);
    await settled(one, 'ollama/b');
    await later(one);
    await expect.poll(() => sets(one), SOON).toEqual({ 'ollama/b': 100 });
  });

  it('does not wait for a model that is no longer wanted', async () => {
    const one = start();
    await one.remember(numbered(3));
    const [embed, gate] = [one.a.embed.bind(one.a), Promise.withResolvers<void>()];
    let held = 0;
    one.a.embed = async (texts, options) => {
      // The drain's portion, not the question whether the model works.
      if (texts.length > 1) {
        held++;
        await gate.promise;
      }
      return embed(texts, options);
    };
    await one.app.models.setEmbedder(A);
    await expect.poll(() => held, SOON).toBe(1);
    await one.app.models.setEmbedder(B);
    gate.resolve();
    await settled(one, 'ollama/b');
    expect(await sets(one)).toEqual({ small: 3, 'ollama/b': 3 });
  });

  it('forgets what another model under the same name has left', async () => {
    const one = start();
    const [passage] = await one.remember(numbered(1)).then(() => one.deps.storage.memories.passages([1]));
    await one.deps.storage.vectors.put('ollama/a', [{ passageId: passage?.id ?? 0, vector: Float32Array.of(1, 0) }]);
    await one.app.models.setEmbedder(A);
    await settled(one, 'ollama/a');
    expect(await one.deps.storage.vectors.models()).toContainEqual({ model: 'ollama/a', dimensions: 64, vectors: 1 });
  });

  it('does not wait for a passage that the new model refuses', async () => {
    const one = start();
    await one.remember([...numbered(40), 'poison']);
    const embed = one.a.embed.bind(one.a);
    one.a.embed = async (texts, options) => {
      const embeddings = await embed(texts, options);
      if (texts.includes('poison')) throw new ZapomniError('MODEL_UNAVAILABLE', 'Not this one.');
      return embeddings;
    };
    await one.app.models.setEmbedder(A);
    await expect.poll(async () => (await one.app.models.report()).embedding.reading, SOON).toBe('ollama/a');
    expect(await one.app.store.stats('default')).toMatchObject({ pendingEmbeddings: 1, nextModel: null });
    expect((await search(one.app, 'poison')).texts[0]).toBe('poison');
  });
});

describe('a model named by the settings', () => {
  it('cannot be changed otherwise', async () => {
    const one = start({ embed_model: 'a' });
    await expect(one.app.models.setEmbedder(B)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('ZAPOMNI_EMBEDDER') as string,
    });
    expect((await one.app.models.report()).embedding).toMatchObject({ model: 'ollama/a', fixed: true });
  });

  it('takes over a store of another model in the background', async () => {
    const one = start();
    await one.remember(numbered(100));
    const other = start({ embed_model: 'a' }, one);
    other.a.loaded = false;
    expect((await search(other.app, 'note 3 harbour')).mode).toBe('hybrid');
    expect(other.builtin.calls.map(({ role }) => role)).toEqual(['query']);
    other.a.loaded = true;
    await settled(other, 'ollama/a');
  });

  it('is what a process that was told nothing goes by, too', async () => {
    const server = start({ embed_model: 'a' });
    await server.remember(numbered(3));
    const commandLine = start({}, server);
    await commandLine.remember(['one more']);
    await commandLine.app.resume();
    expect(await sets(server)).toEqual({ 'ollama/a': 4 });
    expect(commandLine.builtin.calls).toEqual([]);
  });

  it('keeps its vectors from a process of another mind, as long as it is used', async () => {
    const one = start({ embed_model: 'a' });
    await one.remember(numbered(3));
    const other = start({ embed_model: 'b' }, one);
    await other.app.resume();
    await settled(other, 'ollama/b');
    await later(other);
    expect(await sets(one)).toEqual({ 'ollama/a': 3, 'ollama/b': 3 });
    expect((await search(one.app, 'harbour')).mode).toBe('hybrid');
    await one.app.close();
    one.clock.advance(2 * 86_400_000);
    const next = start({ embed_model: 'b' }, one);
    await next.app.resume();
    await later(next);
    expect(await sets(other)).toEqual({ 'ollama/b': 3 });
  });
});

describe('a model that is away', () => {
  it('does not keep anything from being stored or found by words, and catches up', async () => {
    verifies('R033', 'R047');
    const one = start({ embed_model: 'a' });
    one.a.failing = true;
    await one.remember(['the ferry leaves at noon']);
    expect(await search(one.app, 'ferry')).toMatchObject({ mode: 'words', texts: ['the ferry leaves at noon'] });
    expect((await one.app.store.stats('default')).pendingEmbeddings).toBe(1);
    one.a.failing = false;
    one.clock.advance(60_000);
    await one.app.resume();
    expect((await one.app.store.stats('default')).pendingEmbeddings).toBe(0);
    expect((await search(one.app, 'ferry noon')).mode).toBe('hybrid');
  });

  it('leaves the search to the half of the vectors that the next one has', async () => {
    const one = start({ embed_model: 'a' });
    await one.remember(numbered(3));
    const other = start({ embed_model: 'b' }, one);
    other.a.failing = true;
    other.b.loaded = false;
    expect((await search(other.app, 'harbour')).mode).toBe('words');
    other.b.loaded = true;
    await expect.poll(async () => (await search(other.app, 'note harbour')).mode, SOON).toBe('hybrid');
  });

  it('because this process was not told where it is, waits for one that was', async () => {
    const one = start();
    await one.remember(numbered(3));
    await one.deps.storage.settings.set('embedder', '{"provider":"openai","model":"x"}');
    one.clock.advance(2000);
    await one.remember(['a late note']);
    expect((await search(one.app, 'late note')).signals[0]).toEqual(['words', 'meaning']);
    expect((await one.app.models.report()).embedding).toMatchObject({
      model: 'openai/x',
      reading: 'small',
      pending: 4,
    });
  });

  it('and a choice that nobody understands counts for none', async () => {
    const one = start();
    for (const nonsense of ['{', '{"provider":"evil","model":"x"}', '{"provider":"ollama","model":"--x"}', '7']) {
      await one.deps.storage.settings.set('embedder', nonsense);
      expect((await one.app.models.report()).embedding.model).toBe('small');
    }
  });
});

describe('a process with one model', () => {
  it('does not look for others, and takes nothing away', async () => {
    const store = openFilledStore();
    await store.remember(numbered(2));
    await store.deps.storage.vectors.put('another', [{ passageId: 1, vector: Float32Array.of(1, 0) }]);
    await store.app.resume();
    expect(await store.deps.storage.vectors.models()).toHaveLength(2);
    await expect(store.app.models.setEmbedder(A)).rejects.toMatchObject({ code: 'CONFLICT' });
    await store.close();
  });
});
