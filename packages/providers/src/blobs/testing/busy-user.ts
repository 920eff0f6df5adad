/**
 * Puts numbered blobs in an order of its own while others do the same, or removes those that are older than a time. What it
 * has put it reads at once.
 */
import { createHash } from 'node:crypto';
import { seeded } from '@zapomni/testkit/seeded';
import { createFolderBlobStore } from '../folder-blob-store.ts';
import { numberedHash, numberedPieces } from './numbered-bytes.ts';

const [folder = '', role = 'put', count = '1', at = '0', seed = '0'] = process.argv.slice(2);
const store = createFolderBlobStore({ folder, clock: { now: () => Number(at) } });
const random = seeded(Number(seed));
const numbers = Array.from({ length: Number(count) }, (_, number) => ({ number, place: random() }))
  .toSorted((a, b) => a.place - b.place)
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
