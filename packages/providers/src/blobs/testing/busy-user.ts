/**
 * Puts numbered blobs in an order of its own while others do the same, or removes those that are older than a time. What it
 * has put it reads at once.
 */
import { createHash } from 'node:crypto';
import { createFolderBlobStore } from '../folder-blob-store.ts';
import { numberedHash, numberedPieces } from './numbered-bytes.ts';

const [folder = '', role = 'put', count = '1', at = '0', seed = '0'] = process.argv.slice(2);
const store = createFolderBlobStore({ folder, clock: { now: () => Number(at) } });
const numbers = Array.from({ length: Number(count) }, (_, number) => ({ number, place: placeOf(number) }))
  .toSorted((a, b) => (a.place < b.place ? -1 : 1))
  .map(({ number }) => number);

for (const number of numbers) {
  if (role === 'put') await putAndRead(number);
  else await store.remove(numberedHash(number), Number(at));
}
process.send?.('done');

async function putAndRead(number: number): Promise<void> {
  const { hash } = await store.put(numberedPieces(number));
  const read = createHash('sha256');
  for await (const piece of store.read(hash)) read.update(piece);
  if (read.digest('hex') !== numberedHash(number)) throw new Error(`blob ${number} is not what was put`);
}

/** Another order for every seed. */
function placeOf(number: number): string {
  return createHash('sha256').update(`${seed} ${number}`).digest('hex');
}
