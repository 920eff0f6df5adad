/** What goes from one run to the next: the files in which a server keeps embeddings, taken out of its data folder and back, and models. */
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const FILES = ['embeddings.cache', 'embeddings.old.cache'];

/** Room for all embeddings of a pack. */
export const KEEPING = { ZAPOMNI_EMBED_CACHE_MB: '4096' };

export function bringEmbeddings(kept: string, dataDir: string): void {
  copy(kept, dataDir);
}

export function keepEmbeddings(dataDir: string, kept: string): void {
  mkdirSync(kept, { recursive: true });
  copy(dataDir, kept);
}

/** Models that were installed into some data folder, for another. */
export function bringModels(models: string | undefined, dataDir: string): void {
  if (models !== undefined) symlinkSync(path.resolve(models), path.join(dataDir, 'models'), 'dir');
}

function copy(from: string, to: string): void {
  for (const file of FILES) {
    if (existsSync(path.join(from, file))) copyFileSync(path.join(from, file), path.join(to, file));
  }
}
