import { fork } from 'node:child_process';
import { test } from 'vitest';
import { startFalkordb, type RunningFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { verifies } from '@zapomni/testkit/verifies';
import {
  drainTogether,
  killInTheMiddle,
  killServerOfTakers,
  killTakers,
  type StartTaker,
} from '../../testing/work-crash.ts';
import { openFixture, type Fixture } from './fixture.ts';

const available = (await falkordbForTests()) !== undefined;
const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);
const ITEMS = Number(process.env['ZAPOMNI_WORK_ITEMS'] ?? 160);

function takersOf({ url }: Fixture): StartTaker {
  const script = new URL('./work-taker.ts', import.meta.url);
  return (options) => fork(script, [url, JSON.stringify(options)], { execArgv: [] });
}

async function withFixture(use: (fixture: Fixture, server: RunningFalkordb) => Promise<void>): Promise<void> {
  const server = await startFalkordb({ appendfsync: 'always' });
  const fixture = openFixture(server.url, { timeoutMs: 60_000 });
  try {
    await use(fixture, server);
  } finally {
    await fixture.destroy();
    await server.stop();
  }
}

test.skipIf(!available)(
  `eight processes drain one queue of ${ITEMS}: each item ends well exactly once`,
  { timeout: 180_000 },
  () => withFixture((fixture) => drainTogether(fixture.storage, takersOf(fixture), ITEMS)),
);

test.skipIf(!available)('a process killed in the middle of its work: another one ends it', { timeout: 60_000 }, () =>
  withFixture((fixture) => killInTheMiddle(fixture.storage, takersOf(fixture))),
);

test.skipIf(!available)(
  `processes killed ${RUNS} times in the middle of work: nothing is lost`,
  { timeout: 60_000 + RUNS * 20_000 },
  () => {
    verifies('R186');
    return withFixture((fixture) => killTakers(fixture.storage, takersOf(fixture), RUNS));
  },
);

test.skipIf(!available)(
  'the server killed twice under takers: they go on, nothing is lost, and nothing ends twice',
  { timeout: 180_000 },
  () => {
    verifies('R186');
    return withFixture((fixture, server) =>
      killServerOfTakers(fixture.storage, takersOf(fixture), async () => {
        await server.kill();
        await server.restart();
      }),
    );
  },
);
