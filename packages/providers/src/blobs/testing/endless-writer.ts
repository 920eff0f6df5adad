/** Puts numbered blobs until it is killed, and tells its parent of each once the store has acknowledged it. */
import { createFolderBlobStore } from '../folder-blob-store.ts';
import { numberedPieces } from './numbered-bytes.ts';

const [folder = '', first = '0'] = process.argv.slice(2);
const store = createFolderBlobStore({ folder, clock: { now: () => Date.now() } });

for (let number = Number(first); ; number += 1) {
  await store.put(numberedPieces(number));
  process.send?.(number);
}
