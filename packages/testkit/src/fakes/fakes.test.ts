import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { clockContract, idSourceContract } from '../contracts/ids.ts';
import { embedderContract } from '../contracts/embedder.ts';
import { extractorContract } from '../contracts/extractor.ts';
import { loggerContract } from '../contracts/logger.ts';
import { rerankerContract } from '../contracts/reranker.ts';
import {
  createFakeClock,
  createFakeEmbedder,
  createFakeExtractor,
  createFakeReranker,
  createRecordingLogger,
  createSequentialIds,
} from './index.ts';

clockContract('fake', () => createFakeClock());
rerankerContract('fake', async () => ({ reranker: createFakeReranker(), close: async () => undefined }));
idSourceContract('sequential', createSequentialIds);
loggerContract('recording', {
  open() {
    const logger = createRecordingLogger();
    return { logger, written: () => logger.records.map((record) => inspect(record, { depth: 4 })) };
  },
});
embedderContract('fake', {
  open: () => createFakeEmbedder(),
  async openBroken() {
    const embedder = createFakeEmbedder();
    embedder.failing = true;
    return {
      embedder,
      async repair() {
        embedder.failing = false;
      },
    };
  },
});
extractorContract('fake', {
  open: () => createFakeExtractor(),
  async openBroken() {
    const extractor = createFakeExtractor();
    extractor.failing = true;
    return {
      extractor,
      async repair() {
        extractor.failing = false;
      },
    };
  },
});

describe('fake embedder', () => {
  it('waits while it is not loaded, and goes on when it is', async () => {
    const embedder = createFakeEmbedder();
    embedder.loaded = false;
    const call = embedder.embed(['text'], { role: 'query' });
    await Promise.resolve();
    expect(embedder.state).toBe('loading');
    expect(embedder.calls).toEqual([]);
    embedder.loaded = true;
    await expect(call).resolves.toHaveLength(1);
    expect(embedder.state).toBe('ready');
    expect(embedder.calls).toEqual([{ texts: ['text'], role: 'query' }]);
  });

  it('fails and recovers while in use', async () => {
    const embedder = createFakeEmbedder();
    await embedder.warm();
    embedder.failing = true;
    expect(embedder.state).toBe('failed');
    await expect(embedder.embed(['text'], { role: 'query' })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    embedder.failing = false;
    await expect(embedder.embed(['text'], { role: 'query' })).resolves.toHaveLength(1);
  });

  it('takes its time when told to, and can be cancelled meanwhile', async () => {
    const embedder = createFakeEmbedder();
    embedder.delayMs = 600_000;
    const controller = new AbortController();
    const call = embedder.embed(['text'], { role: 'query', signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('is closer the more words two texts share', async () => {
    const embedder = createFakeEmbedder({ dimensions: 384 });
    const [a, two, one, none] = await embedder.embed(['red green blue', 'red green pink', 'red mauve pink', 'x y z'], {
      role: 'passage',
    });
    const dot = (other: typeof a) => a?.vector.reduce((sum, value, i) => sum + value * (other?.vector[i] ?? 0), 0) ?? 0;
    expect(dot(two)).toBeGreaterThan(dot(one));
    expect(dot(one)).toBeGreaterThan(dot(none));
  });
});

describe('fake clock', () => {
  it('moves only when told', () => {
    const clock = createFakeClock(1000);
    clock.advance(5);
    expect(clock.now()).toBe(1005);
    clock.set(7);
    expect(clock.now()).toBe(7);
  });
});

describe('fake extractor', () => {
  it('waits while it is stuck, and goes on when it is not', async () => {
    const extractor = createFakeExtractor();
    extractor.stuck = true;
    const call = extractor.extract([{ text: 'Alice knows Bob', at: 0 }]);
    expect(extractor.calls).toEqual([['Alice knows Bob']]);
    extractor.stuck = false;
    await expect(call).resolves.toMatchObject([{ relations: [{ type: 'KNOWS' }] }]);
  });
});
