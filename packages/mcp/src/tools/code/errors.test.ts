/** What a tool of the group says of an argument, it says of one that it has. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolGroups } from '../index.ts';

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-code-errors-')));
const files = openTestFiles({ roots: [home], logger: createRecordingLogger(), maxBytes: 1_000_000 });
let zapomni: TestClient = undefined as never;

beforeAll(async () => {
  zapomni = await openTestClient({ filesForUser: files, ...codeParts(files, home) });
  const shop = new MadeRepository(home, 'shop');
  shop.write('cart.py', 'def total():\n    pass\n');
  shop.commit('First');
  await zapomni.call('index_codebase', { repo_path: shop.root });
  writeFileSync(path.join(home, 'file.txt'), 'no folder\n');
});
afterAll(async () => {
  await zapomni.close();
  rmSync(home, { recursive: true, force: true });
});

/** Each with what only a service can find wrong in it; the schema has passed it. */
const WRONG: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  explain_change: [{ from: 'nothing-like-it' }, { to: ' ' }, { repository: 'none' }],
  find_dead_code: [{ repository: 'none' }],
  find_symbol: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_callees: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_callers: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_code_map: [{ repository: 'none' }],
  get_hierarchy: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_impact: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_references: [{ name: ' ' }, { name: 'total', repository: 'none' }],
  get_symbol: [{ name: ' ' }, { name: 'total', as_of: 'nothing-like-it' }, { name: 'total', repository: 'none' }],
  index_codebase: [
    { repo_path: path.join(home, 'nowhere') },
    { repo_path: path.join(home, 'file.txt') },
    { repo_path: 'relative/path' },
    { repo_path: path.join(tmpdir(), 'elsewhere') },
    { repo_path: path.join(home, 'shop'), max_file_size: 1 },
    { repo_path: path.join(home, 'shop'), languages: ['klingon'] },
  ],
  list_repositories: [{ workspace_id: 'not there' }],
  remove_repository: [{ repository: 'none' }],
  search_code: [{ query: ' ' }, { query: 'total', repository: 'none' }],
};

const TOOLS = new Map(toolGroups.code.map((tool) => [tool.name, tool]));

describe('an error of a tool about code', () => {
  it('is tried for every tool of the group', () => {
    expect(Object.keys(WRONG).sort()).toEqual([...TOOLS.keys()].sort());
  });

  const cases = Object.entries(WRONG).flatMap(([name, all]) => all.map((args) => [name, args] as const));
  it.each(cases)('%s with %j names an argument of the tool', async (name, args) => {
    const said = await zapomni.fails(name, args);
    const [, field = ''] = /\b([a-z_]+): /.exec(said) ?? [];
    expect(Object.keys(TOOLS.get(name)?.input.shape ?? {}), said).toContain(field);
    // The argument that was wrong, not another: they are the last one given, or the only one.
    expect(field).toBe(Object.keys(args).at(-1));
  });
});
