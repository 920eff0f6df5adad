/**
 * Makes the directions by which a search knows requests and what bears on them, of the built-in model: `node scripts/needs/build.ts`. The same
 * examples give the same file.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { BUILTIN_MODEL, createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { QUESTIONS, REQUESTS, TELLS, WANTS } from './examples.ts';

const FILE = 'packages/core/src/services/search/stages/needs/builtin-directions.ts';
const logger: Logger = { log() {}, child: () => logger };

type Vector = Float64Array;

async function main(): Promise<void> {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger });
  try {
    const [wants, tells] = [await meanOf(embedder, WANTS, 'passage'), await meanOf(embedder, TELLS, 'passage')];
    const [requests, questions] = [
      await meanOf(embedder, REQUESTS, 'query'),
      await meanOf(embedder, QUESTIONS, 'query'),
    ];
    const table = {
      model: BUILTIN_MODEL.name,
      request: direction(requests, questions),
      want: direction(wants, tells),
      anyRequest: pack(requests),
    };
    writeFileSync(path.join(import.meta.dirname, '..', '..', FILE), toFile(table));
  } finally {
    await embedder.close();
  }
}

async function meanOf(embedder: Embedder, texts: readonly string[], role: 'query' | 'passage'): Promise<Vector> {
  const embeddings = await embedder.embed(texts, { role });
  const mean = new Float64Array(BUILTIN_MODEL.dimensions);
  for (const { vector } of embeddings) for (const [i, part] of vector.entries()) mean[i] = (mean[i] ?? 0) + part;
  return mean.map((sum) => sum / texts.length);
}

/** From the second mean to the first. */
function direction(of: Vector, from: Vector) {
  const difference = of.map((part, i) => part - (from[i] ?? 0));
  const length = Math.sqrt(product(difference, difference));
  const vector = difference.map((part) => part / length);
  const [high, low] = [product(of, vector), product(from, vector)];
  return { level: round((high + low) / 2), spread: round((high - low) / 2), ...pack(vector) };
}

function pack(vector: Vector): { scale: number; bytes: string } {
  const scale = Math.max(...vector.map(Math.abs)) / 127;
  const numbers = Int8Array.from(vector, (part) => Math.round(part / scale));
  return { scale: round(scale), bytes: Buffer.from(numbers.buffer).toString('base64') };
}

function product(one: Vector, other: Vector): number {
  return one.reduce((sum, part, i) => sum + part * (other[i] ?? 0), 0);
}

function round(number: number): number {
  return Number(number.toPrecision(6));
}

function toFile(table: unknown): string {
  return `/** Made by scripts/needs/build.ts from the examples beside it; never by hand. */
import type { PackedDirections } from './directions.ts';

export const BUILTIN_DIRECTIONS: PackedDirections = ${JSON.stringify(table, null, 2)};
`;
}

await main();
