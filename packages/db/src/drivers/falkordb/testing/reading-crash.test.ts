import { fork } from 'node:child_process';
import { expect, test } from 'vitest';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { endReader, expectReadOnce, fillToRead, killReaders, MEMORIES } from '../../testing/reading-crash.ts';
import type { StartReader } from '../../testing/reading-crash.ts';
import { openFixture } from './fixture.ts';

const available = (await falkordbForTests()) !== undefined;
const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 2);

function readersOf(url: string): StartReader {
  const script = new URL('./reader.ts', import.meta.url);
  return (owner, now) => fork(script, [url, owner, String(now)], { execArgv: [] });
}

test.skipIf(!available)(
  `readers killed ${RUNS} times in the middle of reading: the next goes on, and nothing is there twice`,
  async () => {
    verifies('R186');
    const server = await startFalkordb({ appendfsync: 'always' });
    const [crashed, calm] = [openFixture(server.url), openFixture(server.url)];
    await fillToRead(crashed.storage);
    await killReaders(crashed.storage, readersOf(crashed.url), { runs: RUNS, random: trialRandom() });
    await expectReadOnce(crashed.storage, calm.storage);
    await Promise.all([crashed.destroy(), calm.destroy()]);
    await server.stop();
  },
  60_000 + RUNS * 15_000,
);

test.skipIf(!available)(
  'the server killed twice under two readers: they go on, and nothing is there twice',
  async () => {
    verifies('R186');
    const server = await startFalkordb({ appendfsync: 'always' });
    const [crashed, calm] = [openFixture(server.url, { timeoutMs: 60_000 }), openFixture(server.url)];
    await fillToRead(crashed.storage);
    let taken = 0;
    const readers = ['one', 'other'].map((owner) => readersOf(crashed.url)(owner, 1));
    for (const reader of readers) reader.on('message', () => (taken += 1));
    const ends = Promise.all(readers.map((reader) => endReader(reader)));
    for (const share of [0.3, 0.6]) {
      await expect.poll(() => taken, { timeout: 60_000 }).toBeGreaterThan(share * MEMORIES);
      await server.kill();
      await server.restart();
    }
    await ends;
    await expect.poll(() => crashed.storage.extractions.pending().catch(() => -1)).toBe(0);
    await expectReadOnce(crashed.storage, calm.storage);
    await Promise.all([crashed.destroy(), calm.destroy()]);
    await server.stop();
  },
  180_000,
);
