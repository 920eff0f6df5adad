/** How far a file was read is kept: who is interrupted goes on, and nobody reads twice. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TranscriptFile, TranscriptItem } from '../../../ports/index.ts';
import { surveyTranscript, takeTranscript, type TakeTurns, type TranscriptRequest } from './take-transcript.ts';

let store: TestDeps;
let said: string[];
let taken: string[];
let opened: number;
beforeEach(() => {
  store = openTestDeps();
  said = Array.from({ length: 100 }, (_, i) => `turn ${i}`);
  [taken, opened] = [[], 0];
});
afterEach(() => store.close());

const NONE = { turns: 0, kept: 0, duplicates: 0, superseded: 0, secretsCut: 0, skipped: 0 };

const take: TakeTurns = async (items, { signal } = {}) => {
  for await (const item of items) {
    signal?.throwIfAborted();
    taken.push('user' in item ? item.user : item.summary);
  }
  return NONE;
};

const itemOf = (user: string, index: number): TranscriptItem => ({
  client: 'codex',
  session: `s${index % 2}`,
  index,
  at: new Date(1000 * index),
  folder: index < 50 ? '/a' : '/ab',
  user,
  answer: '',
});

function request(more: Partial<TranscriptRequest> = {}): TranscriptRequest {
  const file: TranscriptFile = { client: 'codex', path: '/f', bytes: 1, modifiedAt: 0, version: said.join() };
  const source = {
    async *read() {
      opened++;
      yield* said.map(itemOf);
    },
  };
  return { file, source, wanted: { since: null, folder: null }, ...more };
}

test('a file is taken once, and looked at without reading after that', async () => {
  expect(await surveyTranscript(store.deps, request())).toMatchObject({ isTaken: false, sessions: 2, turns: 100 });
  await takeTranscript(store.deps, take, request());
  expect(taken).toEqual(said);
  opened = 0;
  await takeTranscript(store.deps, take, request());
  const standing = await surveyTranscript(store.deps, request());
  expect(standing).toEqual({ isTaken: true, sessions: 2, turns: 100, from: 0, to: 99_000 });
  expect([taken.length, opened]).toEqual([100, 0]);
  expect(await surveyTranscript(null, request())).toMatchObject({ isTaken: false, turns: 100 });
});

test('who is interrupted goes on where it was, whichever item it was', async () => {
  for (const at of [1, 40, 64, 99]) {
    taken = [];
    const stop = new AbortController();
    said = said.map((text) => `${text} (${at})`);
    const stopping: TakeTurns = (items, options) =>
      take(
        (async function* () {
          for await (const item of items) {
            if (taken.length === at) stop.abort();
            yield item;
          }
        })(),
        options,
      );
    const interrupted = takeTranscript(store.deps, stopping, request({ signal: stop.signal }));
    await expect(interrupted).rejects.toThrow(/abort/i);
    expect(taken).toHaveLength(at);
    const before = taken.length;
    await takeTranscript(store.deps, take, request());
    expect(new Set(taken)).toEqual(new Set(said));
    // What was captured in whole portions does not come again, but for the last of them.
    expect(taken.length - said.length).toBeLessThanOrEqual((before % 32) + 1);
  }
});

test('of a file that has grown only the end is taken, with the turn that may have gone on', async () => {
  await takeTranscript(store.deps, take, request());
  taken = [];
  said[99] = 'turn 99, answered at last';
  said.push('turn 100');
  await takeTranscript(store.deps, take, request());
  expect(taken).toEqual(['turn 99, answered at last', 'turn 100']);
});

test('a file that says something else now is taken from the start', async () => {
  await takeTranscript(store.deps, take, request());
  taken = [];
  said[10] = 'edited';
  await takeTranscript(store.deps, take, request());
  expect(taken).toEqual(said);
});

test('a part is taken for itself, and the whole after it', async () => {
  const wanted = { since: 90_000, folder: '/ab/' };
  await takeTranscript(store.deps, take, request({ wanted }));
  expect(taken).toEqual(said.slice(90));
  expect(await surveyTranscript(store.deps, request({ wanted }))).toMatchObject({ isTaken: true, turns: 10 });
  expect(await surveyTranscript(store.deps, request({ wanted: { since: null, folder: '/a' } }))).toMatchObject({
    turns: 50,
  });
  expect((await surveyTranscript(store.deps, request())).isTaken).toBe(false);
});
