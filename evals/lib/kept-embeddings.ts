/** Embeddings from one run to the next: the files in which a server keeps them, taken out of its data folder and back. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
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

function copy(from: string, to: string): void {
  for (const file of FILES) {
    if (existsSync(path.join(from, file))) copyFileSync(path.join(from, file), path.join(to, file));
  }
}
