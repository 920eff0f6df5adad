import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { verifies } from '@zapomni/testkit/verifies';
import { numberedId, numberedMemory, numberedTerms } from '../../sqlite/testing/numbered-memory.ts';
import { openFixture } from './fixture.ts';
import type { Acknowledgement } from './writer.ts';

const available = (await falkordbForTests()) !== undefined;
const RUNS = Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4);
const [PROCESSES, MEMORIES] = [
  Number(process.env['ZAPOMNI_WRITERS'] ?? 3),
  Number(process.env['ZAPOMNI_WRITES_EACH'] ?? 15),
];
const LONGEST_LIFE_MS = 400;

interface Writer {
  readonly child: ChildProcess;
  readonly number: number;
  readonly acknowledged: Set<number>;
  readonly passageIds: number[];
  /** After the first acknowledgement. */
  readonly begun: Promise<unknown>;
}

function startWriter(url: string, number: number, ...args: string[]): Writer {
  const child = fork(new URL('./writer.ts', import.meta.url), [url, String(number), ...args], { execArgv: [] });
  const acknowledged = new Set<number>();
  const passageIds: number[] = [];
  child.on('message', (one: Acknowledgement) => {
    acknowledged.add(one.number);
    passageIds.push(...one.passageIds);
  });
  return { child, number, acknowledged, passageIds, begun: once(child, 'message') };
}

async function endWriter({ child }: Writer): Promise<void> {
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  child.kill('SIGKILL');
  await ended;
}

async function expectKept(storage: Storage, { number: writer, acknowledged }: Writer): Promise<void> {
  for (const number of acknowledged) {
    const { text, metadata, passages } = numberedMemory(writer, number);
    const [found] = await storage.memories.get('default', [numberedId(writer, number)]);
    expect(found?.text === text, `text of memory ${number} of writer ${writer}`).toBe(true);
    expect(found).toMatchObject({ metadata, passageCount: passages.length });
    const hits = await storage.fullText.search({ terms: numberedTerms(writer, number) }, 1, { workspace: 'default' });
    expect(hits.map((hit) => hit.memoryId)).toEqual([numberedId(writer, number)]);
  }
}

/** No two passages have ever had the same id. */
function expectOwnIds(writers: readonly Writer[]): void {
  const ids = writers.flatMap(({ passageIds }) => passageIds);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
}

test.skipIf(!available)(
  `two writers killed at random moments, ${RUNS} times: nothing acknowledged is lost`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const server = await startFalkordb({ appendfsync: 'always' });
    const { storage, url, destroy } = openFixture(server.url);
    const all: Writer[] = [];
    for (let run = 0; run < RUNS; run++) {
      const writers = [2 * run, 2 * run + 1].map((number) => startWriter(url, number));
      all.push(...writers);
      await Promise.all(
        writers.map(async (writer) => {
          const lifeMs = random() * LONGEST_LIFE_MS;
          await writer.begun;
          await sleep(lifeMs);
          await endWriter(writer);
        }),
      );
      for (const writer of writers) await expectKept(storage, writer);
      expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    }
    expectOwnIds(all);
    await destroy();
    await server.stop();
  },
  60_000 + RUNS * 20_000,
);

test.skipIf(!available)(
  `the server killed at random moments under two writers, ${RUNS} times: nothing acknowledged is lost, and they go on`,
  async () => {
    verifies('R186');
    const random = trialRandom();
    const server = await startFalkordb({ appendfsync: 'always' });
    const { storage, url, destroy } = openFixture(server.url, { timeoutMs: 60_000 });
    const writers = [0, 1].map((number) => startWriter(url, number));
    await Promise.all(writers.map(({ begun }) => begun));
    for (let run = 0; run < RUNS; run++) {
      await sleep(random() * LONGEST_LIFE_MS);
      await server.kill();
      const before = writers.map(({ acknowledged }) => acknowledged.size);
      await server.restart();
      const goneOn = (): boolean => writers.every(({ acknowledged }, i) => acknowledged.size > (before[i] ?? 0));
      await expect.poll(goneOn, { timeout: 60_000 }).toBe(true);
    }
    await Promise.all(writers.map(endWriter));
    await expect.poll(() => storage.workspaces.list().catch(() => [])).toHaveLength(1);
    for (const writer of writers) await expectKept(storage, writer);
    expectOwnIds(writers);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await destroy();
    await server.stop();
  },
  120_000 + RUNS * 30_000,
);

test.skipIf(!available)(
  `${PROCESSES} processes make a store at once and write ${MEMORIES} memories each: all are found, none fails`,
  async () => {
    verifies('R186');
    const server = await startFalkordb({ appendfsync: 'always' });
    const { storage, url, destroy } = openFixture(server.url);
    const numbers = Array.from({ length: PROCESSES }, (_, number) => number);
    const writers = numbers.map((number) => startWriter(url, number, String(MEMORIES)));
    const ends = await Promise.all(writers.map(({ child }) => once(child, 'exit')));
    expect(ends.map(([status]) => status as number)).toEqual(numbers.map(() => 0));
    expect(writers.map(({ acknowledged }) => acknowledged.size)).toEqual(numbers.map(() => MEMORIES));
    expect(await storage.memories.stats('default', 'trial')).toMatchObject({
      memories: PROCESSES * MEMORIES,
      workspaces: 1,
      pendingEmbeddings: 0,
    });
    for (const writer of writers) await expectKept(storage, writer);
    expectOwnIds(writers);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await destroy();
    await server.stop();
  },
  120_000 + PROCESSES * MEMORIES * 200,
);
