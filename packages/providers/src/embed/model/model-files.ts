/** Reads the model's files, each only after its bytes proved to be the right ones. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { BUILTIN_MODEL_FILES, type BuiltinModelFile } from '../builtin-model.ts';

const BLOCK_BYTES = 1 << 20;

/** The path of a file that was checked. It is hashed block by block: the whole of it in memory would cost 34 MB. */
export function checkedPath(modelDir: string, file: BuiltinModelFile): string {
  const path = join(modelDir, file);
  requireHash(
    file,
    orUnavailable(file, () => hashOf(path)),
  );
  return path;
}

/** The bytes of a file that was checked, for one that is changed in memory before it is used. */
export function checkedBytes(modelDir: string, file: BuiltinModelFile): Buffer {
  const bytes = orUnavailable(file, () => readFileSync(join(modelDir, file)));
  requireHash(file, createHash('sha256').update(bytes).digest('hex'));
  return bytes;
}

/** The parsed content of a JSON file that was checked. */
export function checkedJson(modelDir: string, file: BuiltinModelFile): object {
  return JSON.parse(checkedBytes(modelDir, file).toString('utf8')) as object;
}

/** SHA-256 of a file, block by block. */
export function hashOf(path: string): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) hash.update(block.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

function orUnavailable<T>(file: BuiltinModelFile, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ZapomniError('MODEL_UNAVAILABLE', `The built-in model's file ${file} cannot be read.`, {
      hint: 'Reinstall Zapomni, which brings the file. Until then words still find memories.',
      cause,
    });
  }
}

function requireHash(file: BuiltinModelFile, hash: string): void {
  if (hash === BUILTIN_MODEL_FILES[file]) return;
  throw new ZapomniError('MODEL_UNAVAILABLE', `The built-in model's file ${file} is damaged or is another model's.`, {
    hint: 'Reinstall Zapomni to get the right file. Until then words still find memories.',
    cause: new Error(`SHA-256 is ${hash}, expected ${BUILTIN_MODEL_FILES[file]}`),
  });
}
