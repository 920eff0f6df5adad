import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderBlobStore } from '../folder-blob-store.ts';
import { numberedHash, numberedPieces } from './numbered-bytes.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 12);
const WRITERS = 8;
const BLOBS = 60;

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'zapomni-blob-crash-')), 'blobs');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));
const open = (now: number) => createFolderBlobStore({ folder, clock: { now: () => now } });

/** Lets a writer live for a while after its first blob; answers which blobs the store acknowledged to it. */
async function killWriter(first: number, lifeMs: number): Promise<number[]> {
  const child = fork(new URL('./endless-writer.ts', import.meta.url), [folder, String(first)], { execArgv: [] });
  const acknowledged: number[] = [];
  child.on('message', (number: number) => {
    if (acknowledged.push(number) === 1) setTimeout(() => child.kill('SIGKILL'), lifeMs);
  });
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

async function allBlobs(): Promise<string[]> {
  const store = open(0);
  const hashes: string[] = [];
  for (let after: string | null = null; ;) {
    const page: readonly { hash: string }[] = await store.list(after, 100);
    if (page.length === 0) return hashes;
    hashes.push(...page.map(({ hash }) => hash));
    after = hashes.at(-1) ?? null;
  }
}

test(
  `a writer killed in the middle, ${RUNS} times: what was acknowledged is there, and there are no halves`,
  async () => {
    const random = trialRandom();
    const store = open(Date.now());
    let halves = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const acknowledged = await killWriter(run * 1000, random() * 120);
      for (const number of acknowledged) expect(await store.verify(numberedHash(number)), String(number)).toBe('ok');
      for (const hash of await allBlobs()) expect(await store.verify(hash), hash).toBe('ok');
      halves += readdirSync(path.join(folder, 'partial')).length;
      // To a sweep a day later, whatever they left is old.
      await store.removeLeftovers(Date.now() + 1000);
      expect(readdirSync(path.join(folder, 'partial'))).toEqual([]);
    }
    // Most are killed while they write; a run in which none was would show nothing.
    if (RUNS >= 12) expect(halves).toBeGreaterThan(0);
  },
  30_000 + RUNS * 10_000,
);

test(`${WRITERS} processes put the same and different blobs while two remove old ones: what was put stays`, async () => {
  const old = open(1_000_000);
  const seeds = trialRandom();
  const run = async (...args: (string | number)[]) => {
    const all = [folder, ...args, Math.floor(seeds() * 2 ** 32)].map(String);
    const child = fork(new URL('./busy-user.ts', import.meta.url), all, { execArgv: [] });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, `${args[0]}`).toBe(0);
  };
  // Half of the blobs are there and old, so that the removers have something to take while it is put again.
  for (let number = 0; number < BLOBS; number += 2) await old.put(numberedPieces(number));
  const putters = Array.from({ length: WRITERS }, () => run('put', BLOBS, 2_000_000));
  const removers = [run('remove', BLOBS, 1_500_000), run('remove', BLOBS, 1_500_000)];
  await Promise.all([...putters, ...removers]);
  const store = open(0);
  for (let number = 0; number < BLOBS; number += 1) {
    expect(await store.verify(numberedHash(number)), String(number)).toBe('ok');
    expect(await store.stat(numberedHash(number))).toMatchObject({ putAt: 2_000_000 });
  }
  expect(new Set(await allBlobs())).toEqual(new Set(Array.from({ length: BLOBS }, (_, n) => numberedHash(n))));
  expect(readdirSync(path.join(folder, 'partial'))).toEqual([]);
}, 120_000);
