import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PAPERS = path.join(import.meta.dirname, 'model');

/**
 * Copies the model's files, given with the SHA-256 each must have, and puts its licence and origin beside them. Nothing
 * is written for a file that is not the one expected.
 */
export async function copyModel(from: string, to: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, hash] of Object.entries(files)) await copyChecked(path.join(from, file), path.join(to, file), hash);
  await cp(PAPERS, to, { recursive: true });
}

async function copyChecked(from: string, to: string, expected: string): Promise<void> {
  const bytes = await readFile(from);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) {
    throw new Error(`${from} is not the expected file: its SHA-256 is ${actual}, not ${expected}.`);
  }
  await mkdir(path.dirname(to), { recursive: true });
  await writeFile(to, bytes);
}
