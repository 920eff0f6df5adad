/** What `--json` prints is what the tool of the same job answers: one view of each thing, whatever the face. */
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';

const dataDir = path.join(temporaryFolder(), 'data');
const { run, open, close } = openInProcess(dataDir, createFakeEmbedder());
let client: TestClient;

type Json = Record<string, unknown>;

async function zapomni(...argv: string[]): Promise<Json> {
  const { status, stdout, stderr } = await run([...argv, '--json']);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Json;
}

/** For what is done twice, once through each face: ids and times cannot be the same. */
function apart(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME');
  return JSON.parse(text) as unknown;
}

const TEXTS = ['Alice Smith works for Microsoft.', 'Bob Jones works for Microsoft.', 'Alice Smith lives in Berlin.'];
const FACTS = ['--tag', 'team', '--source', 'handbook', '--kind', 'fact'];
let first = '';

beforeAll(async () => {
  client = await openTestClient({ dataDir, app: open() });
  for (const text of TEXTS) await zapomni('add', text, ...FACTS, '--metadata', '{"timestamp":"2024-03-01","n":1}');
  await zapomni('graph', 'build');
  const { memories } = (await zapomni('list')) as { memories: { memory_id: string; text_preview: string }[] };
  first = memories.find(({ text_preview: text }) => text === TEXTS[0])?.memory_id ?? '';
  await zapomni('update', first, '--tag', 'people');
  await zapomni('research', 'query', 'add', 'employers', '--question', 'Who works where?', '--every', '24');
});
afterAll(async () => {
  await client.close();
  await close();
  removeTemporaryFolders();
});

describe('what is read', () => {
  it.each([
    ['search', ['search', 'Microsoft'], 'search_memory', { query: 'Microsoft' }],
    ['tasks', ['tasks', '--kind', 'graph'], 'list_tasks', { name: 'graph' }],
    ['queries', ['research', 'query'], 'list_queries', {}],
    ['query', ['research', 'query', 'show', 'employers'], 'get_query', { query_name: 'employers' }],
    [
      'search that finds nothing',
      ['search', 'zebra', '--min-score', '1'],
      'search_memory',
      { query: 'zebra', min_score: 1 },
    ],
    [
      'search, explained and narrowed',
      ['search', 'Microsoft', '--explain', '--tag', 'team', '--limit', '1'],
      'search_memory',
      { query: 'Microsoft', explain: true, filters: { tags: ['team'] }, limit: 1 },
    ],
    ['list', ['list'], 'list_memories', {}],
    ['list, a page', ['list', '--limit', '2'], 'list_memories', { limit: 2 }],
    ['context', ['context', 'Microsoft'], 'get_context', { topic: 'Microsoft' }],
    ['stats', ['stats'], 'get_stats', {}],
    ['workspaces', ['workspace', 'list'], 'list_workspaces', {}],
    ['graph related', ['graph', 'related', 'Bob Jones'], 'get_related', { entity: 'Bob Jones' }],
    ['graph entity', ['graph', 'entity', 'Alice Smith'], 'get_entity', { entity: 'Alice Smith' }],
    ['graph search', ['graph', 'search', 'microsoft'], 'search_entities', { query: 'microsoft' }],
    ['graph status', ['graph', 'status'], 'graph_status', {}],
    ['graph merge, suggestions', ['graph', 'merge'], 'suggest_merges', {}],
    ['timeline', ['timeline'], 'get_timeline', {}],
    ['timeline of an entity', ['timeline', 'Alice Smith'], 'get_timeline', { entity: 'Alice Smith' }],
  ])('%s', async (_name, argv, tool, args) => {
    const told = (await client.call(tool, args)) as Json;
    expect(await zapomni(...argv)).toEqual(told);
    expect(Object.keys(told).length).toBeGreaterThan(0);
  });

  it('get, with its history', async () => {
    expect(await zapomni('get', first)).toEqual(await client.call('get_memory', { memory_id: first }));
    const told = (await client.call('get_memory', { memory_id: first, history: true })) as Json;
    expect(told['history']).toHaveLength(1);
    expect(await zapomni('get', first, '--history')).toEqual(told);
  });
});

describe('what is done', () => {
  it('add: one, one again, and many', async () => {
    const text = 'The deploy is on Thursday.';
    const args = { text, tags: ['a'] };
    const added = (await client.call('add_memory', args)) as Json;
    expect(added['status']).toBe('success');
    const here = await zapomni('add', text, '--tag', 'a', '--allow-duplicate');
    expect(apart(here)).toEqual(apart(added));
    expect(here['memory_id']).not.toBe(added['memory_id']);
    const again = (await client.call('add_memory', args)) as Json;
    expect(again['status']).toBe('duplicate');
    expect(await zapomni('add', text, '--tag', 'a')).toEqual(again);
    const items = [{ text: 'one of two' }, { text: 'two of two' }];
    const many = (await client.call('add_memory', { items })) as Json;
    const input = items.map((item) => JSON.stringify({ text: `${item.text}, by lines` })).join('\n');
    const { stdout } = await run(['add', '--jsonl', '--json'], { input });
    expect(apart(JSON.parse(stdout))).toEqual(apart(many));
  });

  it('update and delete', async () => {
    const ids = ((await client.call('add_memory', { items: [{ text: 'red' }, { text: 'blue' }] })) as Json)[
      'memory_ids'
    ];
    const [one = '', other = ''] = ids as string[];
    const updated = (await client.call('update_memory', { memory_id: one, text: 'green' })) as Json;
    expect(apart(await zapomni('update', other, 'grown'))).toEqual(apart(updated));
    const deleted = (await client.call('delete_memory', { memory_id: one, confirm: true })) as Json;
    expect(apart(await zapomni('delete', other, '--yes'))).toEqual(apart(deleted));
  });

  it('a workspace made, emptied and deleted', async () => {
    const [a, b] = ['side-a', 'side-b'];
    const named = (value: unknown) => JSON.parse(JSON.stringify(apart(value)).replaceAll(/side-[ab]/g, 'W')) as unknown;
    const made = await client.call('create_workspace', { workspace_id: a });
    expect(named(await zapomni('workspace', 'create', b))).toEqual(named(made));
    for (const workspace_id of [a, b]) await client.call('add_memory', { text: 'to go', workspace_id });
    const cleared = await client.call('clear_all', { confirm: 'DELETE ALL MEMORIES', workspace_id: a });
    expect(named(await zapomni('workspace', 'clear', b, '--yes'))).toEqual(named(cleared));
    const deleted = await client.call('delete_workspace', { workspace_id: a, confirm: true });
    expect(named(await zapomni('workspace', 'delete', b, '--yes'))).toEqual(named(deleted));
  });

  it('entities merged and split', async () => {
    const [into, from] = ['Alice Smith', 'Bob Jones'];
    const merged = (await client.call('merge_entities', { into, from })) as Json;
    const split = await client.call('split_entities', { merge_id: merged['merge_id'] });
    const here = await zapomni('graph', 'merge', into, from);
    expect(here).toEqual({ ...merged, merge_id: here['merge_id'] });
    expect(await zapomni('graph', 'merge', '--undo', String(here['merge_id']))).toEqual(split);
  });
});
