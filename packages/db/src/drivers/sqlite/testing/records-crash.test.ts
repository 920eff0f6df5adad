import { fork } from 'node:child_process';
import { test } from 'vitest';
import { hearChanges } from '@zapomni/testkit/heard-changes';
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
    const heard = await hearChanges(fixture.storage);
    await killRecordWriters(fixture.storage, start, { runs: RUNS, random: trialRandom(), heard });
    await fixture.destroy();
  },
  60_000 + RUNS * 20_000,
);
