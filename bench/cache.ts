/** Passages that come again: embedded by the model, and found on disk, in turns in one run. And what keeping them costs. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBuiltinEmbedder,
  createCachedEmbedder,
  EmbeddingCache,
  findBuiltinModel,
} from '@zapomni/providers/embed';
import { sentenceMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';

const ROUNDS = 6;
const TEXTS = 32;
const WORDS = 120;
const silent = { log: () => undefined, child: () => silent };

export async function benchCache() {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const model = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  const cached = createCachedEmbedder(model, new EmbeddingCache({ folder, maxBytes: 64_000_000, logger: silent }));
  const samples = { model: [] as number[], first: [] as number[], again: [] as number[] };
  // The first round warms up and is not counted.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const [known, fresh] = [makeTexts(2 * turn), makeTexts(2 * turn + 1)];
    const plain = await timed(() => model.embed(known, { role: 'passage' }));
    const first = await timed(() => cached.embed(fresh, { role: 'passage' }));
    const again = await timed(() => cached.embed(fresh, { role: 'passage' }));
    if (turn === 0) continue;
    samples.model.push(plain);
    samples.first.push(first);
    samples.again.push(again);
  }
  await cached.close();
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  rmSync(folder, { recursive: true, force: true });
  const perText = (name: keyof typeof samples) => round(spread(samples[name]).p50 / TEXTS, 3);
  const ms = { model: perText('model'), first: perText('first'), again: perText('again') };
  return {
    rounds: ROUNDS,
    textsPerRound: TEXTS,
    wordsPerText: WORDS,
    msPerText: ms,
    firstToModel: round(ms.first / ms.model),
    modelToAgain: round(ms.model / ms.again, 1),
    bytesPerText: Math.round(bytes / ((ROUNDS + 1) * TEXTS)),
  };
}

function makeTexts(seed: number): string[] {
  const sentence = sentenceMaker(seed + 11);
  return Array.from({ length: TEXTS }, () => sentence(WORDS));
}
