/** The model in WebAssembly beside the native one: the same worker, the same contract, vectors as near as the native ones are to themselves. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, Embedding, RuntimeChoice } from '@zapomni/core/ports';
import { embedderContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBuiltinExtractor } from '../../extract/builtin-extractor.ts';
import { createBuiltinEmbedder } from '../builtin-embedder.ts';
import { findBuiltinModel } from '../builtin-model.ts';
import { checkWasm } from './wasm-runtime.ts';

const logger = createRecordingLogger();
const modelDir = findBuiltinModel();
const open = (runtime?: RuntimeChoice) =>
  createBuiltinEmbedder({ modelDir, workers: 1, logger, ...(runtime ? { runtime } : {}) });

const TEXTS = [
  'Anna decided on PostgreSQL for billing, because of row locks.',
  'The deploy runs on Fridays at six, and Marek is on call for it.',
  'We tried Redis for the queue and went back: it lost jobs when the machine was restarted.',
  'The user prefers tabs over spaces and short commit messages.',
  'A doctor gave out drugs for the illness.',
  'The band tuned their guitars before the show.',
  'Кошка спит на окне.',
  'x',
  'The handshake is answered before anything is loaded. '.repeat(20),
];
const QUESTIONS = ['which database for billing', 'when do we deploy', 'why no redis', 'indentation style', 'medicine'];

const broken = mkdtempSync(path.join(tmpdir(), 'zapomni-wasm-'));
afterAll(() => rmSync(broken, { recursive: true }));

embedderContract('built-in, in WebAssembly', {
  open: () => open('wasm'),
  async openBroken() {
    const missing = path.join(broken, 'model');
    const embedder = createBuiltinEmbedder({ modelDir: missing, workers: 1, logger, runtime: 'wasm' });
    return { embedder, repair: async () => symlinkSync(modelDir, missing, 'junction') };
  },
});

describe('the runtime in WebAssembly', () => {
  let native: Embedder;
  let wasm: Embedder;
  beforeAll(() => {
    native = open('native');
    wasm = open('wasm');
  });
  afterAll(() => Promise.all([native.close(), wasm.close()]));

  // Activations are quantized on the fly, so that a last bit of a float may become a step of an integer. The native library differs from
  // itself as much when it is told not to optimise the graph, and processors differ too; another text is at 0.5.
  it('gives vectors as near to the native ones as those are to themselves', async () => {
    const [theirs, ours] = await Promise.all([native, wasm].map((one) => one.embed(TEXTS, { role: 'passage' })));
    const likeness = TEXTS.map((_, i) => cosine(theirs?.[i], ours?.[i])).toSorted((a, b) => a - b);
    expect(likeness[0]).toBeGreaterThan(0.95);
    expect(likeness[Math.floor(likeness.length / 2)]).toBeGreaterThan(0.98);
    expect(ours?.map(({ fluency }) => fluency)).toEqual(theirs?.map(({ fluency }) => fluency));
  });

  it('finds the same, also with questions of one and texts of the other', async () => {
    const [texts, questions] = await Promise.all([
      native.embed(TEXTS, { role: 'passage' }),
      Promise.all([native, wasm].map((one) => one.embed(QUESTIONS, { role: 'query' }))),
    ]);
    const best = (asked: readonly Embedding[]) => asked.map((question) => nearest(question, texts));
    const [theirs, ours] = questions.map(best);
    expect(ours).toEqual(theirs);
    expect(ours).toEqual([0, 1, 2, 3, 4]);
  });

  it('says what runs, and why', async () => {
    await Promise.all([native.warm(), wasm.warm()]);
    expect([native.runtime, wasm.runtime]).toEqual([
      { name: 'native' },
      { name: 'wasm', why: expect.stringContaining('settings') as string },
    ]);
  });

  it('reads the same names and relations', async () => {
    const text = 'Anna Petrova works for Siemens since 2019. Marek lives in Oslo.';
    const read = async (runtime: RuntimeChoice) => {
      const extractor = createBuiltinExtractor({ modelDir, logger, runtime });
      const [extraction] = await extractor.extract([{ text, at: 0 }]);
      await extractor.close();
      return {
        names: extraction?.entities.map(({ name, type }) => `${name} ${type}`),
        relations: extraction?.relations.map(({ source, type, target }) => `${source} ${type} ${target}`),
      };
    };
    const [theirs, ours] = await Promise.all([read('native'), read('wasm')]);
    expect(ours).toEqual(theirs);
    expect(ours.relations?.length).toBeGreaterThan(0);
  });

  it('refuses another file', () => {
    expect(() => checkWasm(Buffer.from('other'))).toThrow('not the expected file');
  });
});

describe('where the native library does not load', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-hidden-'));
  const before = process.env['NODE_OPTIONS'];
  beforeAll(() => {
    const hide = path.join(folder, 'hide.cjs');
    writeFileSync(
      hide,
      `const Module = require('node:module');
       const load = Module._load;
       Module._load = (name, ...rest) => {
         if (name === 'onnxruntime-node') throw Object.assign(new Error('refused'), { code: 'ERR_DLOPEN_FAILED' });
         return load(name, ...rest);
       };`,
    );
    process.env['NODE_OPTIONS'] = `${before ?? ''} --require "${hide}"`;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
    rmSync(folder, { recursive: true });
  });

  it('WebAssembly takes its place, unless the settings want no other', async () => {
    const embedder = open();
    const [embedding] = await embedder.embed(['text'], { role: 'query' });
    expect(embedding?.vector).toHaveLength(384);
    const why = 'the system refuses to load the native library';
    expect(embedder.runtime).toEqual({ name: 'wasm', why });
    expect(logger.of('model_worker_ready').at(-1)?.fields).toMatchObject({ runtime: 'wasm', why });
    await embedder.close();
    const strict = open('native');
    await expect(strict.embed(['text'], { role: 'query' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      hint: expect.stringContaining('`auto`') as string,
    });
    await strict.close();
  });
});

function cosine(a: Embedding | undefined, b: Embedding | undefined): number {
  return [...(a?.vector ?? [])].reduce((sum, value, i) => sum + value * (b?.vector[i] ?? 0), 0);
}

function nearest(question: Embedding, texts: readonly Embedding[]): number {
  const scores = texts.map((text) => cosine(question, text));
  return scores.indexOf(Math.max(...scores));
}
