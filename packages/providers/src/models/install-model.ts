/**
 * Installs a model of the catalogue. Everything lies in a folder of its own until all of it is there and right; then that folder
 * gets the model's name, in one step. Whoever is interrupted goes on the next time.
 */
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { keptFiles, type CatalogueModel, type MadeFile } from './catalogue.ts';
import { fetchFile } from './fetch-file.ts';
import { hashFile } from './hash-file.ts';
import { bytesIn, modelFolder } from './installed-models.ts';
import type { ModelSource } from './model-source.ts';

export interface Installing {
  /** Where models lie. */
  readonly folder: string;
  readonly model: CatalogueModel;
  readonly source: ModelSource;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly stallMs?: number | undefined;
}

export interface InstallProgress {
  readonly bytes: number;
  readonly total: number;
}

/** False when it was there already, and right. Fails and leaves nothing that is wrong; what was right stays for the next time. */
export async function installModel(installing: Installing): Promise<boolean> {
  const { folder, model } = installing;
  const place = modelFolder(folder, model);
  if (existsSync(place)) {
    if (await isRight(place, model)) return false;
    await rm(place, { recursive: true, force: true });
  }
  const growing = `${place}.part`;
  try {
    await fetchAll(installing, growing);
  } finally {
    // Folders without a file in them are nothing to go on with.
    if (bytesIn(growing) === 0) await rm(growing, { recursive: true, force: true });
  }
  for (const made of model.made) await make(growing, made);
  for (const { from } of model.made) await rm(join(growing, from), { force: true });
  await rename(growing, place);
  await flush(folder);
  return true;
}

/** Every byte is looked at. */
export async function isRight(place: string, model: CatalogueModel): Promise<boolean> {
  for (const { path, sha256 } of keptFiles(model)) {
    if ((await hashFile(join(place, path)).catch(() => '')) !== sha256) return false;
  }
  return true;
}

async function fetchAll({ model, source, onProgress, signal, stallMs }: Installing, growing: string): Promise<void> {
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of model.files) {
    const place = join(growing, file.path);
    await mkdir(dirname(place), { recursive: true });
    const base = before;
    const tell = (bytes: number): void => onProgress?.({ bytes: base + bytes, total });
    // One that has its name has been looked at before; made files may be missing all the same.
    if (!existsSync(place)) await fetchFile({ source, file, place, onProgress: tell, signal, stallMs });
    before += file.bytes;
    tell(file.bytes);
  }
}

async function make(growing: string, { from, path, sha256, make: makeFrom }: MadeFile): Promise<void> {
  const made = makeFrom(await readFile(join(growing, from)));
  const hash = createHash('sha256').update(made).digest('hex');
  if (hash !== sha256) {
    throw new ZapomniError('INTERNAL', `${path} did not become what it should have become from ${from}.`, {
      hint: 'This is a fault of Zapomni or of its runtime: please report it with the versions that `zapomni doctor` names.',
      cause: new Error(`SHA-256 is ${hash}, expected ${sha256}`),
    });
  }
  await writeFile(join(growing, path), made, { flush: true });
}

/** So that the new name is on disk too. Not every system can do it for a folder. */
async function flush(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    await opened.sync().finally(() => opened.close());
  } catch {
    // The files themselves were written through.
  }
}
