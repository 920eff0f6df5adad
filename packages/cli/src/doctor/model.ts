/** Does the model embed, and are the files of the built-in one there and right? */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Embedder, ModelRuntime } from '@zapomni/core/ports';
import { BUILTIN_MODEL_FILES } from '@zapomni/providers/embed';
import { attempt, broken, ok, type Check } from './check.ts';

const NAME = 'Model';
const REINSTALL = 'Install Zapomni again, which brings the files. Until then words still find memories.';
const LENGTH_ERROR = 1e-3;
const SENTENCE = 'The quick brown fox jumps over the lazy dog.';

export async function checkModel(modelDir: string, embedder: Embedder): Promise<Check> {
  const missing = Object.keys(BUILTIN_MODEL_FILES).filter((file) => !existsSync(path.join(modelDir, file)));
  if (missing.length > 0) return broken(NAME, `${missing.join(', ')} is missing in ${modelDir}`, REINSTALL);
  return attempt(NAME, () => tryModel(embedder));
}

/** A model that runs elsewhere: the endpoint is asked for one vector. */
export function checkEndpoint(embedder: Embedder): Promise<Check> {
  return attempt(NAME, async () => {
    const started = performance.now();
    await embedder.embed([SENTENCE], { role: 'query' });
    const { name, dimensions } = embedder.model;
    return ok(NAME, `${name}, ${dimensions} dimensions, the endpoint embedded in ${secondsSince(started)} s`);
  });
}

/** Loading compares every file with its hash. */
async function tryModel(embedder: Embedder): Promise<Check> {
  const { name, dimensions } = embedder.model;
  const started = performance.now();
  const [embedding] = await embedder.embed([SENTENCE], { role: 'passage' });
  const vector = embedding?.vector ?? new Float32Array();
  const length = Math.hypot(...vector);
  if (vector.length !== dimensions || !(Math.abs(length - 1) < LENGTH_ERROR)) {
    return broken(NAME, `${name} gives ${vector.length} numbers of length ${length}`, REINSTALL);
  }
  const by = describeRuntime(embedder.runtime);
  return ok(
    NAME,
    `${name}, ${dimensions} dimensions, files right, loaded and embedded in ${secondsSince(started)} s${by}`,
  );
}

/** Which it is, and why it is not the faster one. */
export function describeRuntime(runtime: ModelRuntime | undefined): string {
  if (!runtime) return '';
  const name = runtime.name === 'native' ? 'the native library' : 'WebAssembly, which is slower';
  return `; run by ${name}${runtime.why === undefined ? '' : `: ${runtime.why}`}`;
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
