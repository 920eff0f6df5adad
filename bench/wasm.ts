/**
 * The model in WebAssembly beside the native one: the same texts, in turns, with one worker each. How many times longer an embedding takes, how
 * near its vectors are to the native ones, and for how many texts the nearest other one is the same.
 */
import type { Embedder, Embedding } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { round, spread, timed } from './lib/figures.ts';
import { mixedPassages, realPacks } from './lib/real-texts.ts';

const TURNS = 12;
const TEXTS = 12;
const silent = { log: () => undefined, child: () => silent };

export async function benchWasm() {
  if (realPacks().length === 0) return { skipped: 'the texts to be embedded are not in ../shared/bench' };
  const passage = mixedPassages(5);
  const [native, wasm] = (['native', 'wasm'] as const).map((runtime) =>
    createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent, runtime }),
  ) as [Embedder, Embedder];
  const loadMs = { native: round(await timed(() => native.warm()), 0), wasm: round(await timed(() => wasm.warm()), 0) };
  const made: { native: Embedding[]; wasm: Embedding[] } = { native: [], wasm: [] };
  const ratios: number[] = [];
  // The first turn is not counted: WebAssembly is compiled once more while it runs.
  for (let turn = 0; turn <= TURNS; turn++) {
    const texts = Array.from({ length: TEXTS }, passage);
    const took = { native: 0, wasm: 0 };
    for (const side of turn % 2 === 0 ? (['native', 'wasm'] as const) : (['wasm', 'native'] as const))
      took[side] = await timed(async () => {
        made[side].push(...(await (side === 'native' ? native : wasm).embed(texts, { role: 'passage' })));
      });
    if (turn > 0) ratios.push(took.wasm / took.native);
  }
  await Promise.all([native.close(), wasm.close()]);
  return { texts: made.native.length, loadMs, wasmToNative: spread(ratios), ...likeness(made) };
}

function likeness({ native, wasm }: { native: readonly Embedding[]; wasm: readonly Embedding[] }) {
  const cosines = native.map((one, i) => cosine(one, wasm[i] as Embedding)).toSorted((a, b) => a - b);
  const nearest = (one: Embedding, self: number) => {
    const scores = native.map((other, i) => (i === self ? -1 : cosine(one, other)));
    return scores.indexOf(Math.max(...scores));
  };
  const same = native.filter((one, i) => nearest(one, i) === nearest(wasm[i] as Embedding, i)).length;
  const at = (share: number) => round(cosines[Math.floor(share * (cosines.length - 1))] ?? Number.NaN, 4);
  return { cosine: { least: at(0), p5: at(0.05), p50: at(0.5) }, sameNearest: round(same / native.length, 3) };
}

function cosine({ vector: a }: Embedding, { vector: b }: Embedding): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
