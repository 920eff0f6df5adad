import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { hearChanges } from '@zapomni/testkit/heard-changes';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { expectSound } from '../../testing/expect-sound.ts';
import {
  endWriter,
  expectTogether,
  followWriter,
  killRecordWriters,
  type StartRecordWriter,
} from '../../testing/records-crash.ts';
import { openFixture } from './fixture.ts';

const available = (await falkordbForTests()) !== undefined;
const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);
const LONGEST_LIFE_MS = 400;

function writersOf(url: string): StartRecordWriter {
  const script = new URL('./record-writer.ts', import.meta.url);
  return (writer) => fork(script, [url, String(writer)], { execArgv: [] });
}

test.skipIf(!available)(
  `two writers of memories with records killed at random moments, ${RUNS} times: both or neither, nothing is lost`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const server = await startFalkordb({ appendfsync: 'always' });
    const { storage, url, destroy } = openFixture(server.url);
    const heard = await hearChanges(storage);
    await killRecordWriters(storage, writersOf(url), { runs: RUNS, random, heard });
    await destroy();
    await server.stop();
  },
  60_000 + RUNS * 30_000,
);

test.skipIf(!available)(
  `the server killed at random moments under two such writers, ${RUNS} times: both or neither, and they go on`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const server = await startFalkordb({ appendfsync: 'always' });
    const { storage, url, destroy } = openFixture(server.url, { timeoutMs: 60_000 });
    const writers = [0, 1].map((writer) => followWriter(writersOf(url), writer));
    const isGoing = (than: readonly number[]): boolean => writers.every(({ told }, i) => told.length > (than[i] ?? 0));
    await expect.poll(() => isGoing([0, 0]), { timeout: 60_000 }).toBe(true);
    for (let run = 0; run < RUNS; run++) {
      await sleep(random() * LONGEST_LIFE_MS);
      await server.kill();
      const before = writers.map(({ told }) => told.length);
      await server.restart();
      await expect.poll(() => isGoing(before), { timeout: 60_000 }).toBe(true);
    }
    await Promise.all(writers.map(endWriter));
    for (const writer of writers) await expectTogether(storage, writer);
    await expectSound(storage);
    await destroy();
    await server.stop();
  },
  120_000 + RUNS * 30_000,
);
