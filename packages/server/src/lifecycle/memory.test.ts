/** What requests weigh, measured when all that can be thrown away has been. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { PipedServer } from '../testing/piped-server.ts';
import { entered, manual } from '../testing/sample-tools.ts';

const MB = 1e6;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are in use, on the heap and beside it. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('memory', () => {
  test('of a hundred requests: less than 50 MB at the most, and none that stays', async () => {
    verifies('R069');
    const piped = new PipedServer();
    const run = piped.run();
    await piped.initialize();
    let id = 0;
    let peak = 0;
    const hundred = async () => {
      for (const end = id + 100; id < end; id += 1) {
        await piped.call(id, 'echo', { text: 'x'.repeat(100) });
        // Nothing is collected here: what one request leaves behind counts for the next.
        const { heapUsed, external } = process.memoryUsage();
        peak = Math.max(peak, heapUsed + external);
      }
      return held();
    };
    const first = await hundred();
    peak = 0;
    const afterwards = [];
    for (let round = 0; round < 5; round += 1) afterwards.push(await hundred());
    expect(peak - first).toBeLessThan(50 * MB);
    // The client of the test keeps every answer, some hundred bytes each; a server that kept requests would show as much again.
    const growth = ((afterwards.at(-1) ?? 0) - (afterwards[0] ?? 0)) / 400;
    expect(growth).toBeLessThan(5000);
    piped.stdin.end();
    await run;
  });

  test('of a request in hand: less than 1 MB beyond what the tool has', async () => {
    verifies('R067');
    const { tool, calls } = manual();
    const COUNT = 200;
    const piped = new PipedServer({ tools: [tool], concurrency: COUNT });
    const run = piped.run();
    await piped.initialize();
    const before = held();
    const answers = Array.from({ length: COUNT }, (_, i) => piped.call(i + 1, 'manual', {}));
    await entered(calls, COUNT);
    const each = (held() - before) / COUNT;
    expect(each).toBeLessThan(MB);
    for (const one of calls) one.finish();
    await Promise.all(answers);
    piped.stdin.end();
    await run;
  });
});
