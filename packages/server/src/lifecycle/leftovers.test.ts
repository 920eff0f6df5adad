/** What requests, sessions and servers leave behind when they are over: nothing. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call, HttpTestServer, stateless } from '../testing/http-server.ts';
import { PipedServer } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A tool, and what of its calls has not been forgotten yet. */
function watched() {
  const seen: WeakRef<object>[] = [];
  const made = tool({
    name: 'watched',
    input: z.object({ words: z.array(z.string()) }),
    async execute(input, context) {
      context.session.state.set('words', input.words);
      seen.push(new WeakRef(input), new WeakRef(context));
      return { text: 'seen' };
    },
  });
  const remembered = () => {
    collectGarbage();
    return seen.filter((one) => one.deref() !== undefined).length;
  };
  return { tool: made, seen, remembered };
}

const CALLS = 50;
const MANY = 2000;
const given = (n: number) => ({ words: [`word ${n}`] });

/** Garbage that only the next turns let go is waited for; what is kept for good makes the test run out of time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

test('of requests over a pipe, and of the server when it has ended', async () => {
  verifies('R171');
  const before = process.getActiveResourcesInfo();
  const { tool: made, seen, remembered } = watched();
  const piped = new PipedServer({ tools: [made] });
  const run = piped.run();
  await piped.initialize();
  for (let n = 1; n <= CALLS; n += 1) await piped.call(n, 'watched', given(n));
  expect(seen).toHaveLength(2 * CALLS);
  await until(() => remembered() === 0);
  piped.stdin.end();
  await run;
  await until(() => added(before, process.getActiveResourcesInfo()).length === 0);
});

function added(before: readonly string[], now: readonly string[]): string[] {
  const left = [...before];
  return now.filter((one) => !left.includes(one) || left.splice(left.indexOf(one), 1).length === 0);
}

test('of thousands of requests: the heap is what it was', async () => {
  verifies('R171');
  const piped = new PipedServer();
  const run = piped.run();
  await piped.initialize();
  const heapAfter = async (requests: number) => {
    for (let n = 1; n <= requests; n += 1) {
      await piped.call(n, 'echo', { text: `word ${n}` });
      // What the test itself keeps of them does not count.
      for (const kept of [piped.messages, piped.writes, piped.logger.lines]) kept.length = 0;
    }
    await turn();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(MANY);
  expect((await heapAfter(MANY)) - before).toBeLessThan(300 * MANY);
  piped.stdin.end();
  await run;
});

test('of sessions and single requests over HTTP', async () => {
  verifies('R171');
  const { tool: made, seen, remembered } = watched();
  const server = await HttpTestServer.start({ tools: [made] });
  for (let n = 0; n < CALLS; n += 1) {
    const session = await server.open();
    await server.ask(session, call(1, 'watched', given(n)));
    await server.get('/mcp', { 'mcp-session-id': session }, { method: 'DELETE' });
    const { body, headers } = stateless(1, 'tools/call', { name: 'watched', arguments: given(n) });
    await server.send(body, headers);
  }
  expect(seen).toHaveLength(4 * CALLS);
  expect(server.transport.sessionCounters).toMatchObject({ active: 0, created: CALLS });
  await until(() => remembered() === 0);
  await server.stop();
});
