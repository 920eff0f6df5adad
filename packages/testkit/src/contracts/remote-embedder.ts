/** What an embedder whose model runs behind an endpoint must do, whatever the endpoint does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '@zapomni/core/ports';
import { ModelEndpoint, type Misbehaviour } from '../model-endpoint/index.ts';
import { failureOf } from './endpoint-failure.ts';
import { verifies } from '../verifies.ts';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

export interface RemoteEmbedderSettings {
  readonly model: string;
  readonly url: string;
  readonly key?: string;
  readonly batchSize: number;
  readonly timeoutMs: number;
  /** Stands for waiting; the suite has no time. */
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
}

export type OpenRemoteEmbedder = (settings: RemoteEmbedderSettings) => Embedder;

const KEY = 'k-very-secret';

export function remoteEmbedderContract(name: string, open: OpenRemoteEmbedder): void {
  describe(`remote embedder contract: ${name}`, () => {
    let endpoint: ModelEndpoint;
    let embedder: Embedder;
    let waited: number[];
    const opened = (settings: Partial<RemoteEmbedderSettings> = {}) =>
      open({
        model: 'nomic-embed-text',
        url: endpoint.url,
        batchSize: 4,
        timeoutMs: 30_000,
        pause: async (ms) => void waited.push(ms),
        random: () => 0,
        ...settings,
      });
    const passages = (...texts: string[]) => embedder.embed(texts, { role: 'passage' });
    const numbered = (count: number) => Array.from({ length: count }, (_, i) => `text number ${i}`);
    const inputs = () => endpoint.requests.map(({ body }) => body.input as string[]);

    beforeEach(async () => {
      endpoint = await ModelEndpoint.start();
      waited = [];
      embedder = opened();
    });
    afterEach(async () => {
      await embedder.close();
      await endpoint.close();
    });
    const failure = (call: Promise<unknown>) => failureOf(call, endpoint);

    it('connects to nothing before it is used', async () => {
      verifies('D025');
      expect(embedder.state).toBe('cold');
      expect(await embedder.embed([], { role: 'query' })).toEqual([]);
      expect(await endpoint.connections()).toBe(0);
    });

    it('sends texts in batches and gives vectors of unit length in their order', async () => {
      verifies('P033');
      const texts = numbered(10);
      const all = await embedder.embed(texts, { role: 'passage' });
      expect(inputs().map((batch) => batch.length)).toEqual([4, 4, 2]);
      for (const { vector } of all) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      const [seventh] = await passages(texts[7] as string);
      expect(all[7]).toEqual(seventh);
      expect(embedder.model.dimensions).toBe(256);
    });

    it('tells questions from passages as the model was taught', async () => {
      await embedder.embed(['apples'], { role: 'query' });
      await passages('apples');
      const plain = opened({ model: 'unheard-of' });
      endpoint.models.add('unheard-of');
      await plain.embed(['apples'], { role: 'query' });
      await plain.close();
      expect(inputs()).toEqual([['search_query: apples'], ['search_document: apples'], ['apples']]);
    });

    it('says how much an English model can make of a text', async () => {
      const [english, russian] = await passages('good morning', 'доброе утро');
      expect([english?.fluency, russian?.fluency]).toEqual([1, 0]);
    });

    it('sends its key, and says when the key is refused', async () => {
      await endpoint.close();
      endpoint = await ModelEndpoint.start({ key: KEY });
      const known = opened({ key: KEY });
      expect(await known.embed(['a'], { role: 'passage' })).toHaveLength(1);
      await known.close();
      const stranger = opened({ key: 'k-other' });
      const { code, message, hint } = await failure(stranger.embed(['a'], { role: 'passage' }));
      expect({ code, message }).toEqual({
        code: 'MODEL_UNAVAILABLE',
        message: 'The embedding endpoint refuses the key.',
      });
      expect(hint).toContain('ZAPOMNI_EMBED_KEY');
      await stranger.close();
    });

    it('says how to get a model that is not there, and works once it is', async () => {
      endpoint.models.clear();
      const { message, hint } = await failure(passages('a'));
      expect(message).toBe('The embedding endpoint does not have the model.');
      expect(hint).toMatch(/ollama pull nomic-embed-text|ZAPOMNI_EMBED_MODEL/);
      expect(embedder.state).toBe('failed');
      expect(waited).toEqual([]);
      endpoint.models.add('nomic-embed-text:latest');
      expect(await passages('a')).toHaveLength(1);
      expect(embedder.state).toBe('ready');
    });

    it('tries again after 1, 2 and 4 seconds what fails for reasons that pass', async () => {
      verifies('P033');
      endpoint.next({ status: 500 }, 'cuts', 'drops');
      expect(await passages('a')).toHaveLength(1);
      expect(waited).toEqual([1000, 2000, 4000]);
      expect(embedder.state).toBe('ready');
    });

    it('waits as long as it is asked to', async () => {
      endpoint.next({ status: 429, headers: { 'retry-after': '9' } });
      expect(await passages('a')).toHaveLength(1);
      expect(waited).toEqual([9000]);
      endpoint.next({ status: 429, headers: { 'retry-after': '600' } });
      expect(await failure(passages('a'))).toMatchObject({ code: 'MODEL_UNAVAILABLE', retryAfterMs: 600_000 });
      expect(waited).toEqual([9000]);
    });

    it('gives up after the third time, and then does not wait again until it has worked', async () => {
      endpoint.always = { status: 503 };
      expect((await failure(passages('a'))).code).toBe('MODEL_UNAVAILABLE');
      expect(waited).toEqual([1000, 2000, 4000]);
      await failure(passages('a'));
      expect(waited).toHaveLength(3);
      endpoint.always = null;
      await passages('a');
      endpoint.next({ status: 503 });
      await passages('a');
      expect(waited).toHaveLength(4);
    });

    it('does not keep a question waiting', async () => {
      endpoint.always = 'drops';
      await failure(embedder.embed(['a'], { role: 'query' }));
      expect(waited).toEqual([100]);
    });

    it('takes no vector of another length than the first', async () => {
      await passages('a');
      endpoint.distort = (vectors) => vectors.map((vector) => [...vector, 1]);
      const { code, message } = await failure(passages('b'));
      expect({ code, message }).toEqual({
        code: 'MODEL_UNAVAILABLE',
        message: 'The embedding endpoint sent vectors that cannot be used.',
      });
      endpoint.distort = (vectors) => vectors;
      expect(await passages('b')).toHaveLength(1);
    });

    it.each([
      ['not a number', (vector: number[]) => vector.with(3, Number.NaN)],
      ['infinite', (vector: number[]) => vector.with(3, Number.NEGATIVE_INFINITY)],
      ['nothing', (vector: number[]) => vector.with(3, null as unknown as number)],
      ['in words', (vector: number[]) => vector.with(3, '1' as unknown as number)],
      ['all zero', (vector: number[]) => vector.fill(0)],
      ['empty', () => []],
    ])('takes no vector that is %s', async (_, change) => {
      verifies('P033');
      endpoint.distort = (vectors) => vectors.map(change);
      expect((await failure(passages('a', 'b'))).code).toBe('MODEL_UNAVAILABLE');
      expect(embedder.state).toBe('failed');
    });

    it('takes no more and no fewer vectors than texts', async () => {
      for (const distort of [(all: number[][]) => all.slice(1), (all: number[][]) => [...all, ...all]]) {
        endpoint.distort = distort;
        expect((await failure(passages('a', 'b'))).code).toBe('MODEL_UNAVAILABLE');
      }
    });

    it.each<Misbehaviour>(['babbles', 'mumbles', 'boasts', 'floods', { status: 301, headers: { location: '/x' } }])(
      'fails at once, without trying again, when it %s',
      async (how) => {
        endpoint.always = how;
        expect((await failure(passages('a'))).code).toBe('MODEL_UNAVAILABLE');
        expect(waited).toEqual([]);
        expect(embedder.state).toBe('failed');
      },
    );

    it('does not wait for ever', async () => {
      endpoint.always = 'hangs';
      const hasty = opened({ timeoutMs: 20 });
      expect((await failure(hasty.embed(['a'], { role: 'passage' }))).message).toContain('time limit');
      expect(waited).toEqual([]);
      await hasty.close();
    });

    it('lets go of a call under way when it is cancelled', async () => {
      endpoint.always = 'hangs';
      const controller = new AbortController();
      const call = embedder.embed(['a'], { role: 'passage', signal: controller.signal });
      await expect.poll(() => endpoint.requests.length, SOON).toBe(1);
      controller.abort();
      expect((await failure(call)).code).toBe('CANCELLED');
      await expect.poll(() => endpoint.connections(), SOON).toBe(0);
    });

    it('says that a text is to blame when the others are taken, and stays ready', async () => {
      const refused = (request: { body: { input: string[] } }) =>
        request.body.input.some((text) => text.includes('poison')) ? 500 : null;
      endpoint.refuse = refused;
      expect(await passages('a', 'b', 'c', 'd')).toHaveLength(4);
      expect((await failure(passages('a', 'poison', 'c', 'd'))).message).toContain('refuses one of the texts');
      expect(embedder.state).toBe('ready');
    });

    it('shortens a text that is too long for the endpoint', async () => {
      endpoint.refuse = ({ body }) => ((body.input as string[]).some((text) => text.length > 1000) ? 400 : null);
      const long = 'words and words '.repeat(200);
      const all = await passages('short', long, 'also short');
      expect(all).toHaveLength(3);
      const [alone] = await passages('also short');
      expect(all[2]).toEqual(alone);
      expect(waited).toEqual([]);
    });

    it('never blocks while it waits', async () => {
      let ticks = 0;
      const ticker = setInterval(() => ticks++, 1);
      await embedder.embed(numbered(64), { role: 'passage' });
      clearInterval(ticker);
      expect(ticks).toBeGreaterThan(2);
    });
  });
}
