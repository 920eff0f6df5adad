import { fork } from 'node:child_process';
import { test } from 'vitest';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { killRecordWriters, type StartRecordWriter } from '../../testing/records-crash.ts';
import { openFixture } from './fixture.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);

test(
  `two writers of memories with records killed at random moments, ${RUNS} times: both or neither, nothing is lost`,
  async () => {
    verifies('R186');
    const fixture = await openFixture();
    const script = new URL('./record-writer.ts', import.meta.url);
    const start: StartRecordWriter = (writer) => fork(script, [fixture.dataDir, String(writer)], { execArgv: [] });
    await killRecordWriters(fixture.storage, start, { runs: RUNS, random: trialRandom() });
    await fixture.destroy();
  },
  60_000 + RUNS * 20_000,
);
