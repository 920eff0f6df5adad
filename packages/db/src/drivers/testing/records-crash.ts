/** Processes that write memories and records together, and are killed at it, whatever the engine. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '@zapomni/core/ports';
import { numberedId } from '../sqlite/testing/numbered-memory.ts';
import { expectSound } from './expect-sound.ts';
import { PLACE, type WrittenStep } from './write-together.ts';

/** Starts a process that writes for a writer of this number. */
export type StartRecordWriter = (writer: number) => ChildProcess;

const LONGEST_LIFE_MS = 300;

export interface FollowedWriter {
  readonly child: ChildProcess;
  readonly writer: number;
  readonly told: WrittenStep[];
}

export function followWriter(start: StartRecordWriter, writer: number): FollowedWriter {
  const child = start(writer);
  const told: WrittenStep[] = [];
  child.on('message', (step: WrittenStep) => void told.push(step));
  return { child, writer, told };
}

export async function endWriter({ child }: FollowedWriter): Promise<void> {
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  child.kill('SIGKILL');
  await ended;
}

export interface Killing {
  readonly runs: number;
  /** Numbers from 0 up to 1: the moments. */
  readonly random: () => number;
  /** Somebody who waits for what others do, and when all of these have been told of. */
  readonly heard: { until(ids: readonly string[]): Promise<void>; stop(): Promise<void> };
}

/** Kills two writers at random moments, so often; whoever waits for what they do hears of all of it. */
export async function killRecordWriters(
  storage: Storage,
  start: StartRecordWriter,
  { runs, random, heard }: Killing,
): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const writers = [2 * run, 2 * run + 1].map((writer) => followWriter(start, writer));
    // Drawn before anybody waits, so that the same seed gives each writer the same life.
    const lives = writers.map(() => random() * LONGEST_LIFE_MS);
    await Promise.all(
      writers.map(async (one, i) => {
        await once(one.child, 'message');
        await sleep(lives[i]);
        await endWriter(one);
      }),
    );
    for (const one of writers) await expectTogether(storage, one);
    // What a writer was told is durable is heard of, though the writer is dead.
    for (const { told, writer } of writers) await heard.until(told.map(({ number }) => numberedId(writer, number)));
  }
  await heard.stop();
  await expectSound(storage);
}

/** Of every step all is there or nothing, and all of those that were acknowledged. */
export async function expectTogether(storage: Storage, { writer, told }: FollowedWriter): Promise<void> {
  const last = Math.max(...told.map(({ number }) => number));
  assert.ok(last >= 0, 'nothing was acknowledged; the trial shows nothing');
  const done = new Set(told.map(({ number, step }) => `${number} ${step}`));
  let added = 0;
  for (let number = 0; number <= last + 1; number++) {
    const state = await stateOf(storage, writer, number);
    const isThere = state.memory !== undefined;
    if (isThere || state.removed) added += 1;
    const { things, parts, noted, notes, changed, removed } = state;
    const what = `number ${number} of writer ${writer}`;
    assert.deepEqual({ things, parts }, { things: isThere, parts: isThere }, what);
    assert.equal(notes, isThere && noted, what);
    if (isThere) assert.equal(state.memory?.tags.includes('changed'), changed, what);
    const kept = { added: isThere || removed, noted, changed, removed };
    for (const [step, is] of Object.entries(kept)) if (done.has(`${number} ${step}`)) assert.ok(is, `${what}: ${step}`);
    if (removed) assert.equal(isThere, false, what);
  }
  const [counter] = await storage.records.get(PLACE, 'counters', [String(writer)]);
  const more = await countBeyond(storage, writer, last + 2);
  assert.equal(counter?.version, added + more, `the counter of writer ${writer}`);
}

async function stateOf(storage: Storage, writer: number, number: number) {
  const key = `${writer}/${number}`;
  const has = async (collection: string): Promise<boolean> =>
    (await storage.records.get(PLACE, collection, [key])).length > 0;
  const [memory] = await storage.memories.get(PLACE, [numberedId(writer, number)]);
  return {
    memory,
    things: await has('things'),
    parts: await has('parts'),
    noted: await has('noted'),
    notes: await has('notes'),
    changed: await has('changed'),
    removed: await has('removed'),
  };
}

/** Numbers of which nothing was acknowledged, because the store was away, and that are there all the same. */
async function countBeyond(storage: Storage, writer: number, from: number): Promise<number> {
  let found = 0;
  for (let number = from; number < from + 20; number++) {
    const { memory, removed } = await stateOf(storage, writer, number);
    if (memory || removed) found += 1;
  }
  return found;
}
