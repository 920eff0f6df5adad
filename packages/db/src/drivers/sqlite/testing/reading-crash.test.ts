import { fork } from 'node:child_process';
import { test } from 'vitest';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { expectReadOnce, fillToRead, killReaders, type StartReader } from '../../testing/reading-crash.ts';
import { openFixture } from './fixture.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);

test(
  `readers killed ${RUNS} times in the middle of reading: the next goes on, and nothing is there twice`,
  async () => {
    verifies('R186');
    const [crashed, calm] = await Promise.all([openFixture(), openFixture()]);
    await fillToRead(crashed.storage);
    const script = new URL('./crash-reader.ts', import.meta.url);
    const start: StartReader = (owner, now) => fork(script, [crashed.dataDir, owner, String(now)], { execArgv: [] });
    await killReaders(crashed.storage, start, { runs: RUNS, random: trialRandom() });
    await expectReadOnce(crashed.storage, calm.storage);
    await Promise.all([crashed.destroy(), calm.destroy()]);
  },
  60_000 + RUNS * 15_000,
);
