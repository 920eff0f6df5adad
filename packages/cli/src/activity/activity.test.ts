import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Deed } from '@zapomni/api';
import { createApp } from '@zapomni/core';
import { loadTools } from '@zapomni/mcp';
import type { FinishedRequest } from '@zapomni/server/metrics';
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeedReader } from './deed-of.ts';
import { Journal, journalFiles } from './journal.ts';
import { openActivity } from './open-activity.ts';
import { readJournal } from './read-journal.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-activity-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const deed = (at: number, more: Partial<Deed> = {}): Deed => ({
  at,
  client: 'an agent',
  kind: 'read',
  name: 'search_memory',
  ids: [],
  count: 0,
  ms: 1,
  outcome: 'ok',
  ...more,
});

it('keeps what several processes note, the latest first, by client and kind, for nobody else to read', async () => {
  const [one, other] = [new Journal(dataDir), new Journal(dataDir)];
  one.note(deed(1));
  one.note(deed(3, { client: 'another', kind: 'stored' }));
  other.note(deed(2, { ids: ['m'], count: 1 }));
  await Promise.all([one.flush(), other.flush()]);
  expect((await readJournal(dataDir, 10)).map(({ at }) => at)).toEqual([3, 2, 1]);
  expect(await readJournal(dataDir, 10, { client: 'an agent' })).toEqual([deed(2, { ids: ['m'], count: 1 }), deed(1)]);
  expect((await readJournal(dataDir, 10, { kind: 'stored' })).map(({ client }) => client)).toEqual(['another']);
  expect(await readJournal(dataDir, 1)).toHaveLength(1);
  if (process.platform !== 'win32') expect(statSync(journalFiles(dataDir)[0]).mode & 0o077).toBe(0);
});

it.each([
  ['a server', (journal: Journal) => journal.flush()],
  ['a command', (journal: Journal) => journal.flushNow()],
])('stays short by %s: what is too long becomes the older file, and the one before that goes', async (_by, write) => {
  const journal = new Journal(dataDir, 1000);
  for (let at = 0; at < 60; at++) {
    journal.note(deed(at));
    await write(journal);
  }
  const kept = await readJournal(dataDir, 100);
  expect(kept.length).toBeLessThan(40);
  expect(kept.map(({ at }) => at)).toEqual(Array.from(kept, (_, i) => 59 - i));
  for (const file of journalFiles(dataDir)) expect(statSync(file).size).toBeLessThan(1300);
});

it('passes over a line that was cut, and what is no line of its own', async () => {
  const journal = new Journal(dataDir);
  journal.note(deed(1));
  await journal.flush();
  appendFileSync(journalFiles(dataDir)[0], '{"at":2,"client":"cu\nnull\n[]\n7\n');
  journal.note(deed(3));
  await journal.flush();
  expect((await readJournal(dataDir, 10)).map(({ at }) => at)).toEqual([3, 1]);
});

it('makes no folder, and harms nobody where there is none', async () => {
  const journal = new Journal(path.join(dataDir, 'missing'));
  journal.note(deed(1));
  await journal.flush();
  journal.note(deed(2));
  journal.flushNow();
  expect(await readJournal(path.join(dataDir, 'missing'), 10)).toEqual([]);
});

it('tells of a request who made it, what it did, and to which memories, without a word of what it said', async () => {
  const { deps, close } = openTestDeps();
  const app = createApp(deps);
  const read = createDeedReader(app, await loadTools('memory'));
  const about = (request: Partial<FinishedRequest>) =>
    read({ method: 'tools/call', seconds: 0.0123, outcome: 'ok', ...request }, 5);
  const session = { id: 's', state: new Map<string, unknown>([['workspace', 'lab']]) };
  const results = Array.from({ length: 7 }, (_, i) => ({ memory_id: `m${i}`, text: 'a secret' }));
  const found = { structuredContent: { results }, content: [{ type: 'text', text: 'a secret' }] };
  expect(
    about({ tool: 'search_memory', client: 'claude-code', subject: 'token:laptop', session, result: found }),
  ).toEqual({
    at: 5,
    client: 'claude-code',
    token: 'laptop',
    kind: 'read',
    name: 'search_memory',
    workspace: 'lab',
    ids: ['m0', 'm1', 'm2', 'm3', 'm4'],
    count: 7,
    ms: 12.3,
    outcome: 'ok',
  });
  const added = { structuredContent: { memory_id: 'new' } };
  const named = { arguments: { text: 'a secret', workspace_id: 'home' } };
  expect(about({ tool: 'add_memory', params: named, result: added })).toMatchObject({
    client: 'a client without a name',
    kind: 'stored',
    workspace: 'home',
    ids: ['new'],
  });
  expect(about({ tool: 'delete_memory', outcome: 'tool_error' })).toMatchObject({
    kind: 'forgot',
    outcome: 'tool_error',
  });
  const hook = (event: string, text = '') =>
    about({ method: 'zapomni/hook', params: { event, client: 'claude', text: 'a secret' }, result: { text } });
  expect(hook('prompt', 'a brief')).toMatchObject({ client: 'claude (hook)', kind: 'read', name: 'hook: prompt' });
  expect(hook('turn')).toMatchObject({ kind: 'stored', name: 'hook: turn' });
  for (const nothing of [hook('prompt'), about({ method: 'tools/list' }), about({ tool: 'no_such_tool' })])
    expect(nothing).toBeUndefined();
  await app.close();
  await close();
});

it('counts the calls of each client, with what has not been written yet', async () => {
  const activity = openActivity(dataDir);
  for (const at of [1, 2]) activity.deeds.note(deed(at));
  activity.deeds.note(deed(3, { client: 'another' }));
  expect(await activity.deeds.clients()).toEqual([
    { client: 'another', calls: 1, last: 3 },
    { client: 'an agent', calls: 2, last: 2 },
  ]);
  activity.deeds.note(deed(4));
  await activity.close();
  expect(readFileSync(journalFiles(dataDir)[0], 'utf8').trim().split('\n')).toHaveLength(4);
});
