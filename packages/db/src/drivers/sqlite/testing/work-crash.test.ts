import { fork } from 'node:child_process';
import { test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { drainTogether, killInTheMiddle, killTakers, type StartTaker } from '../../testing/work-crash.ts';
import { openFixture, type Fixture } from './fixture.ts';

const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);
const ITEMS = Number(process.env['ZAPOMNI_WORK_ITEMS'] ?? 160);

function takersOf({ dataDir }: Fixture): StartTaker {
  const script = new URL('./work-taker.ts', import.meta.url);
  return (options) => fork(script, [dataDir, JSON.stringify(options)], { execArgv: [] });
}

async function withFixture(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  const fixture = await openFixture();
  try {
    await use(fixture);
  } finally {
    await fixture.destroy();
  }
}

test(`eight processes drain one queue of ${ITEMS}: each item ends well exactly once`, { timeout: 120_000 }, () =>
  withFixture((fixture) => drainTogether(fixture.storage, takersOf(fixture), ITEMS)),
);

test('a process killed in the middle of its work: another one ends it', { timeout: 60_000 }, () =>
  withFixture((fixture) => killInTheMiddle(fixture.storage, takersOf(fixture))),
);

test(
  `processes killed ${RUNS} times in the middle of work: nothing is lost`,
  { timeout: 60_000 + RUNS * 15_000 },
  () => {
    verifies('R186');
    return withFixture((fixture) => killTakers(fixture.storage, takersOf(fixture), RUNS));
  },
);
