/** What callers of the earlier version know: its nineteen tools, and the options that it took and ignored. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openFilledGraph, type FilledGraph } from '@zapomni/testkit/filled-graph';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, expect, it } from 'vitest';

const NINETEEN = [
  'add_memory',
  'search_memory',
  'get_stats',
  'delete_memory',
  'clear_all',
  'build_graph',
  'get_related',
  'graph_status',
  'export_graph',
  'index_codebase',
  'get_callers',
  'get_callees',
  'prune_memory',
  'set_model',
  'create_workspace',
  'list_workspaces',
  'set_current_workspace',
  'get_current_workspace',
  'delete_workspace',
];

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-older-')));
let zapomni: FilledGraph;

beforeAll(async () => {
  const files = openTestFiles({ roots: [home], logger: createRecordingLogger() });
  zapomni = await openFilledGraph({ settings: { tools: 'all' }, filesForUser: files, ...codeParts(files, home) });
});
afterAll(async () => {
  await zapomni.close();
  rmSync(home, { recursive: true, force: true });
});

it('finds every tool under its name', async () => {
  verifies('P001');
  const { tools } = await zapomni.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(NINETEEN));
});

it('gets another result by every option of the graph and of code', async () => {
  verifies('D010');
  const read = async (options: object) => {
    const text = 'Alice Smith works for Acme Inc. and likes SQLite';
    const { entities, relations } = await zapomni.call('build_graph', { text, ...options });
    return [entities.length, relations.length];
  };
  expect(await read({ extract_entities: true, build_relationships: true })).toEqual([3, 1]);
  expect(await read({ extract_entities: false, build_relationships: true })).toEqual([2, 1]);
  expect(await read({ extract_entities: true, build_relationships: false })).toEqual([3, 0]);
  expect(await read({ confidence_threshold: 1 })).toEqual([0, 0]);

  const names = async (relationship_types?: string[]) => {
    const answer = await zapomni.call('get_related', { entity: 'Acme', depth: 1, relationship_types });
    return answer.related.map(({ name }: { name: string }) => name).toSorted();
  };
  expect(await names(['USES'])).toEqual(['SQLite']);
  expect(await names()).toEqual(expect.arrayContaining(['Bob', 'SQLite']));

  const shop = new MadeRepository(home, 'shop');
  shop.write('top.py', 'def total():\n    return 1\n');
  shop.write('deep/er/price.py', 'def tax():\n    return 1\n');
  shop.commit('First');
  const files = async (recursive: boolean) =>
    (await zapomni.call('index_codebase', { repo_path: shop.root, recursive, dry_run: true })).report.counts.files;
  expect([await files(true), await files(false)]).toEqual([2, 1]);
});
