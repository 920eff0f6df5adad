import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, Embedding } from '@zapomni/core/ports';
import { embedderContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBuiltinEmbedder, type BuiltinEmbedderOptions } from './builtin-embedder.ts';
import { findBuiltinModel } from './builtin-model.ts';
import { processStarter, type EmbedWorker } from './workers/embed-worker.ts';

const folders: string[] = [];
const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-embed-'));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const open = (options: Partial<BuiltinEmbedderOptions> = {}) =>
  createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: createRecordingLogger(), ...options });

embedderContract('built-in', {
  open: () => open(),
  async openBroken() {
    const modelDir = join(makeFolder(), 'model');
    return { embedder: open({ modelDir }), repair: async () => symlinkSync(findBuiltinModel(), modelDir, 'junction') };
  },
});

describe('built-in embedder', () => {
  let embedder: Embedder;
  beforeAll(() => {
    embedder = open();
  });
  afterAll(() => embedder.close());
  const passages = (...texts: string[]) => embedder.embed(texts, { role: 'passage' });

  it('is bge-small with 384 dimensions, each vector with memory of its own', async () => {
    expect(embedder.model).toEqual({ name: 'bge-small-en-v1.5-q8', dimensions: 384, maxTokens: 512 });
    for (const { vector } of await passages('one', 'two')) expect(vector.buffer.byteLength).toBe(384 * 4);
  });

  it('treats a question otherwise than a passage', async () => {
    const [question] = await embedder.embed(['coffee'], { role: 'query' });
    const [passage] = await passages('coffee');
    expect(question?.vector).not.toEqual(passage?.vector);
  });

  it('knows that different words may mean the same', async () => {
    const [a, same, other] = await passages(
      'The physician prescribed some medicine.',
      'A doctor gave out drugs for the illness.',
      'The band tuned their guitars before the show.',
    );
    expect(cosine(a, same)).toBeGreaterThan(cosine(a, other) + 0.1);
  });

  it('reads no further than its limit', async () => {
    const opening = 'Notes on sailing. '.repeat(200);
    const [a, b] = await passages(`${opening} The end.`, `${opening} ${'Quite another ending. '.repeat(50_000)}`);
    expect(a?.vector).toEqual(b?.vector);
  });

  it('leaves the event loop free while it works', async () => {
    let ticks = 0;
    const ticker = setInterval(() => ticks++, 1);
    await passages(...Array.from({ length: 8 }, (_, i) => `${i} ${'some words to read '.repeat(40)}`));
    clearInterval(ticker);
    expect(ticks).toBeGreaterThan(8);
  });
});

describe('built-in embedder, workers', () => {
  let embedder: Embedder | undefined;
  afterEach(() => embedder?.close());
  const slowTexts = Array.from({ length: 9 }, (_, i) => `${i} ${'many words that take a while to read '.repeat(30)}`);

  it('runs two workers at once, with the same vectors as one', async () => {
    const inHand = new Set<EmbedWorker>();
    const seen = { most: 0 };
    const start = processStarter(findBuiltinModel(), 'plain');
    embedder = open({
      workers: 2,
      startWorker({ onReply, onEnd }) {
        const worker = start({
          onReply(reply) {
            inHand.delete(watched);
            onReply(reply);
          },
          onEnd,
        });
        const watched: EmbedWorker = {
          ...worker,
          send(request) {
            inHand.add(watched);
            seen.most = Math.max(seen.most, inHand.size);
            worker.send(request);
          },
        };
        return watched;
      },
    });
    const first = await embedder.embed(slowTexts, { role: 'passage' });
    do expect(await embedder.embed(slowTexts, { role: 'passage' })).toEqual(first);
    while (seen.most < 2);
    expect(seen.most).toBe(2);
  });

  it('recovers when a worker is killed in the middle of a text', async () => {
    const logger = createRecordingLogger();
    const workers: EmbedWorker[] = [];
    const start = processStarter(findBuiltinModel(), 'plain');
    embedder = open({
      logger,
      startWorker(events) {
        const worker = start(events);
        workers.push(worker);
        if (workers.length > 1) return worker;
        return {
          ...worker,
          send(request) {
            worker.send(request);
            void worker.end();
          },
        };
      },
    });
    const results = await embedder.embed(slowTexts.slice(0, 2), { role: 'passage' });
    expect(results).toHaveLength(2);
    expect(workers).toHaveLength(2);
    expect(logger.of('model_worker_died')).toHaveLength(1);
  });

  it('names what is missing, and keeps paths out of the message', async () => {
    const modelDir = makeFolder();
    embedder = open({ modelDir });
    const failure = await embedder.warm().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('tokenizer.json cannot be read') as string,
      hint: expect.stringContaining('Reinstall') as string,
    });
    expect(String(failure)).not.toContain(modelDir);
  });
});

function cosine(a: Embedding | undefined, b: Embedding | undefined): number {
  return a?.vector.reduce((sum, value, i) => sum + value * (b?.vector[i] ?? 0), 0) ?? Number.NaN;
}
