/** Repositories through a real client: real files, the real program of Git, the real parser, both engines. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const logger = createRecordingLogger();

describe.each(ENGINES)('a repository, on $engine', ({ options }) => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-index-')));
  const files = openTestFiles({ roots: [home], logger, maxBytes: 200_000_000 });
  let zapomni: TestClient = undefined as never;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), filesForUser: files, ...codeParts(files, home) });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(home, { recursive: true, force: true });
  });

  const SHOP = {
    'shop/price.py':
      'def total(items):\n    return sum(tax(item) for item in items)\n\n\ndef tax(item):\n    return item\n',
    'shop/cart.ts': 'export class Cart {\n  sum(): number {\n    return 1;\n  }\n}\n',
    'shop/deep/er/main.go': 'package main\n\nfunc main() {}\n',
    'top.rs': 'fn main() {}\n',
    'README.md': '# Shop\n',
    'tests/test_price.py': 'from shop.price import total\n\n\ndef test_total():\n    assert total([]) == 0\n',
  };
  const made = (name: string, texts: Readonly<Record<string, string>>): MadeRepository => {
    const repository = new MadeRepository(home, name);
    for (const [file, text] of Object.entries(texts)) repository.write(file, text);
    repository.commit('First');
    return repository;
  };
  const index = async (repository: { root: string }, args: Record<string, unknown> = {}) =>
    zapomni.call('index_codebase', { repo_path: repository.root, ...args });

  it('is indexed, listed and forgotten', async () => {
    verifies('R192');
    const shop = made('shop', SHOP);
    const raw = await zapomni.raw('index_codebase', { repo_path: shop.root });
    expect(textOf(raw)).toMatch(/^shop is indexed: 5 files, \d+ symbols, .*\nFiles: 5 added\.\nLeft out: 1 test\./);
    expect(raw.structuredContent).toMatchObject({
      status: 'indexed',
      task: { name: 'index_codebase', state: 'completed' },
      report: {
        name: 'shop',
        branch: 'main',
        run: { added: 5, failed: 0 },
        counts: { files: 5, left_out: { test: 1 } },
      },
    });
    const { repositories } = await zapomni.call('list_repositories');
    expect(repositories).toMatchObject([{ name: 'shop', path: shop.root, state: 'ready', freshness: 'current' }]);
    shop.write('top.rs', 'fn main() { other() }\nfn other() {}\n');
    shop.commit('Second');
    expect(textOf(await zapomni.raw('list_repositories'))).toContain('the work tree has moved on');
    expect(await index(shop)).toMatchObject({ report: { run: { changed: 1, unchanged: 4, added: 0 } } });
    expect(await zapomni.call('list_repositories')).toMatchObject({ repositories: [{ freshness: 'current' }] });
    expect(await zapomni.fails('remove_repository', { repository: 'nothing' })).toContain('There are: shop');
    expect(await zapomni.call('remove_repository', { repository: shop.root })).toMatchObject({
      status: 'removed',
      name: 'shop',
      // Five files, and what two commits say.
      removed: { memories: 7 },
    });
    expect(await zapomni.call('list_repositories')).toMatchObject({ count: 0 });
  });

  it('has its languages, depth, tests and size as they are asked for', async () => {
    verifies('P016');
    const names = ['python', 'javascript', 'typescript', 'java', 'go', 'rust', 'cpp', 'c'];
    const wide = made('wide', SHOP);
    wide.write('huge.py', `x = 1\n${'# words\n'.repeat(1500)}`);
    const run = async (args: Record<string, unknown>) => (await index(wide, { ...args, dry_run: true })).report.counts;
    const first = await index(wide);
    expect(first.report.counts).toMatchObject({ files: 6, left_out: { test: 1 } });
    expect(await run({ languages: names })).toMatchObject({ files: 5, left_out: { test: 1, language: 1 } });
    expect(await run({ languages: ['go'] })).toMatchObject({ files: 1, languages: { go: 1 } });
    expect(await run({ include_tests: true })).toMatchObject({ files: 7 });
    expect(await run({ recursive: false })).toMatchObject({ files: 3, left_out: { folder: 4 } });
    expect(await run({ max_file_size: 1024 })).toMatchObject({ files: 5, left_out: { too_large: 1 } });
    expect(await run({ max_file_size: 100 * 1024 * 1024 })).toMatchObject({ files: 6 });
    for (const size of [1023, 100 * 1024 * 1024 + 1])
      expect(await zapomni.fails('index_codebase', { repo_path: wide.root, max_file_size: size })).toContain(
        'max_file_size',
      );
    expect(await zapomni.fails('index_codebase', { repo_path: wide.root, languages: ['klingon'] })).toContain(
      'klingon',
    );
    expect(await zapomni.fails('index_codebase', { repo_path: path.join(home, 'nowhere') })).toContain('NOT_FOUND');
    // What was asked for stays so, and what is not wanted any more goes.
    const narrow = await index(wide, { languages: ['python'], include_tests: true });
    expect(narrow.report).toMatchObject({
      run: { added: 1, removed: 4 },
      counts: { files: 3, languages: { python: 3 } },
    });
    expect((await index(wide)).report.counts).toMatchObject({ files: 3 });
  });

  it('leaves out what is ignored, linked, empty or made by tools, and goes on after a bad file', async () => {
    verifies('P017');
    const odd = made('odd', { 'a.py': 'A = 1\n', '.gitignore': 'ignored.py\nmade/\n' });
    odd.write('ignored.py', 'I = 1\n');
    odd.write('made/thing.py', 'M = 1\n');
    odd.write('node_modules/left/pad.js', 'exports.pad = 1;\n');
    odd.write('__pycache__/a.py', 'C = 1\n');
    odd.write('empty.py', '');
    odd.write('blank.py', ' \n\n');
    odd.write('package-lock.json', '{}\n');
    odd.write('app.min.js', 'a();\n');
    odd.write('.env', 'TOKEN=1\n');
    odd.write('keys/deploy.py', `KEY = """-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(4)}\n"""\n`);
    odd.write('broken.py', 'def f(:\n    pass\n\n\ndef g():\n    return 1\n');
    odd.write('picture.png', '\u0089PNG\0\0');
    odd.write('closed.py', 'X = 1\n');
    mkdirSync(path.join(home, 'elsewhere'));
    writeFileSync(path.join(home, 'elsewhere', 'other.py'), 'O = 1\n');
    symlinkSync(path.join(home, 'elsewhere'), path.join(odd.root, 'linked'));
    symlinkSync(path.join(home, 'elsewhere', 'other.py'), path.join(odd.root, 'linked.py'));
    symlinkSync('.', path.join(odd.root, 'loop'));
    const isOthers = process.getuid?.() !== 0;
    if (isOthers) chmodSync(path.join(odd.root, 'closed.py'), 0);
    const { report } = await index(odd);
    const closed = isOthers ? 0 : 1;
    expect(report.counts).toMatchObject({ files: 3 + closed, partial: 1, languages: { python: 2 + closed } });
    expect(report.counts.left_out).toMatchObject({ link: 3, empty: 2, lock: 1, minified: 1, secret: 2, binary: 1 });
    expect(report.counts.symbols).toBeGreaterThanOrEqual(2);
    expect(report.run.failed + (report.counts.left_out.unreadable ?? 0)).toBe(isOthers ? 1 : 0);
    // Outside of Git the same rules hold, by a walk.
    const plain = path.join(home, 'plain');
    for (const [name, text] of Object.entries({
      'a.py': 'A = 1\n',
      'dist/b.js': 'b();\n',
      '.gitignore': '*.sql\n',
      'c.sql': 'x',
    })) {
      mkdirSync(path.dirname(path.join(plain, name)), { recursive: true });
      writeFileSync(path.join(plain, name), text);
    }
    expect((await index({ root: plain })).report).toMatchObject({
      run: { added: 2 },
      counts: { languages: { python: 1 } },
    });
  });

  it('marks what is gone, tells of it, and has it pruned', async () => {
    verifies('P021');
    const old = made('old', {
      'a.py': 'def a():\n    return b()\n',
      'b.py': 'def b():\n    return 1\n',
      'c.py': 'C = 1\n',
    });
    await index(old);
    rmSync(path.join(old.root, 'b.py'));
    old.write('c.py', 'C = 2\n');
    const { report } = await index(old);
    expect(report).toMatchObject({ run: { removed: 1, changed: 1, unchanged: 1 }, counts: { files: 2, stale: 1 } });
    const pruned = async (args: Record<string, unknown> = {}) =>
      zapomni.call('prune_memory', { strategy: 'stale_code', ...args });
    expect(await pruned()).toMatchObject({ found: { stale_code: 1 }, removed: { stale_code: 0 } });
    // What comes back before that is fresh again, and the same.
    old.git('checkout', '--quiet', '--', 'b.py');
    expect((await index(old)).report).toMatchObject({ run: { added: 1 }, counts: { files: 3, stale: 0 } });
    rmSync(path.join(old.root, 'b.py'));
    await index(old);
    expect(await pruned({ dry_run: false, confirm: true })).toMatchObject({ removed: { stale_code: 1 } });
    expect(await pruned()).toMatchObject({ found: { stale_code: 0 } });
    const { repositories } = await zapomni.call('list_repositories');
    for (const { counts } of repositories) expect(counts.stale).toBe(0);
    expect((await index(old)).report).toMatchObject({ run: { added: 0, changed: 0, unchanged: 2 } });
  });

  it('is the same after it was indexed again, and no matter what else is indexed', async () => {
    verifies('D009');
    const [one, two] = [made('one', SHOP), made('two', { 'x.py': 'X = 1\n' })];
    const first = await index(one);
    const before = await zapomni.call('get_stats');
    const again = await index(one);
    expect(again.report.run).toEqual({ ...first.report.run, added: 0, unchanged: first.report.run.added, chunks: 0 });
    expect(again.report.counts).toEqual(first.report.counts);
    await index(two);
    rmSync(path.join(two.root, 'x.py'));
    two.write('y.py', 'Y = 1\n');
    await index(two);
    expect((await index(one)).report.counts).toEqual(first.report.counts);
    expect(first.report.counts.stale).toBe(0);
    // Memories of the user and what is counted of them know nothing of code.
    const { memories, all_memories, workspaces } = await zapomni.call('get_stats');
    expect({ memories, all_memories, workspaces }).toEqual({
      memories: before.memories,
      all_memories: before.all_memories,
      workspaces: before.workspaces,
    });
  });

  it('lies where nobody sees or names it, and goes with its workspace', async () => {
    const mine = made('mine', { 'a.py': 'A = 1\n' });
    await index(mine, { workspace_id: 'project' });
    const { workspaces } = await zapomni.call('list_workspaces');
    expect(workspaces.map(({ workspace_id }: { workspace_id: string }) => workspace_id)).toEqual([
      'default',
      'project',
    ]);
    const { repositories } = await zapomni.call('list_repositories', { workspace_id: 'project' });
    const hidden = `code.project.${repositories[0].repository_id}`;
    for (const [tool, args] of [
      ['list_memories', {}],
      ['search_memory', { query: 'A' }],
      ['delete_workspace', { confirm: true }],
      ['set_current_workspace', {}],
      ['create_workspace', {}],
    ] as const)
      expect(await zapomni.fails(tool, { ...args, workspace_id: hidden })).toContain('must be 1–63 characters');
    expect(await zapomni.call('delete_workspace', { workspace_id: 'project', confirm: true })).toMatchObject({
      removed: { memories: 2 },
    });
    await index(mine, { workspace_id: 'project' });
    expect(await zapomni.call('list_repositories', { workspace_id: 'project' })).toMatchObject({ count: 1 });
    const phrase = { confirm: 'DELETE ALL MEMORIES', workspace_id: 'project' };
    expect(await zapomni.call('clear_all', phrase)).toMatchObject({ removed: { memories: 2 } });
    expect(await zapomni.call('list_repositories', { workspace_id: 'project' })).toMatchObject({ count: 0 });
    await zapomni.call('delete_workspace', { workspace_id: 'project', confirm: true });
  });
});
