/** Are the model's files there and right, and does it embed? */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Embedder } from '@zapomni/core/ports';
import { BUILTIN_MODEL_FILES } from '@zapomni/providers/embed';
import { attempt, broken, ok, type Check } from './check.ts';

const NAME = 'Model';
const REINSTALL = 'Install Zapomni again, which brings the files. Until then words still find memories.';
const LENGTH_ERROR = 1e-3;

export async function checkModel(modelDir: string, embedder: Embedder): Promise<Check> {
  const missing = Object.keys(BUILTIN_MODEL_FILES).filter((file) => !existsSync(path.join(modelDir, file)));
  if (missing.length > 0) return broken(NAME, `${missing.join(', ')} is missing in ${modelDir}`, REINSTALL);
  return attempt(NAME, () => tryModel(embedder));
}

/** Loading compares every file with its hash. */
async function tryModel(embedder: Embedder): Promise<Check> {
  const { name, dimensions } = embedder.model;
  const started = performance.now();
  const [embedding] = await embedder.embed(['The quick brown fox jumps over the lazy dog.'], { role: 'passage' });
  const vector = embedding?.vector ?? new Float32Array();
  const length = Math.hypot(...vector);
  if (vector.length !== dimensions || !(Math.abs(length - 1) < LENGTH_ERROR)) {
    return broken(NAME, `${name} gives ${vector.length} numbers of length ${length}`, REINSTALL);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return ok(NAME, `${name}, ${dimensions} dimensions, files right, loaded and embedded in ${seconds} s`);
}
