/** `zapomni index` on real stores and repositories. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { MadeRepository } from '@zapomni/testkit/git';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runWithWire } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { wireApp } from '../../wire/wire.ts';

afterAll(removeTemporaryFolders);

describe('index', () => {
  const home = temporaryFolder();
  const env = { ZAPOMNI_DATA_DIR: path.join(home, 'data'), ZAPOMNI_GRAPH: 'off' };
  const wire = (config: Config, logger: Logger): App => wireApp(config, logger, createFakeEmbedder());
  const zapomni = (...argv: string[]) => runWithWire(argv, { env, wire });
  const json = async (...argv: string[]) => {
    const { stdout, stderr } = await zapomni(...argv, '--json');
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const shop = new MadeRepository(home, 'shop');
  shop.write('src/price.py', 'def total():\n    return tax()\n\n\ndef tax():\n    return 1\n');
  shop.write('src/cart.ts', 'export const cart = 1;\n');
  shop.write('test_price.py', 'def test_total():\n    pass\n');
  shop.write('.env', 'KEY=1\n');
  shop.commit('First');

  it('tells beforehand what it would do, and writes nothing', async () => {
    expect(await json('index', shop.root, '--dry-run')).toMatchObject({
      dry_run: true,
      run: { added: 2 },
      counts: { files: 2, left_out: { secret: 1, test: 1 } },
    });
    expect((await zapomni('index', '--list')).stderr).toContain('No repository is indexed yet');
  });

  it('indexes the work tree that a folder lies in, though no setting names it', async () => {
    const { status, stdout, stderr } = await zapomni('index', path.join(shop.root, 'src'));
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/by meaning when a server has made 3 vectors, or with --vectors/),
    ]);
    expect(stdout).toMatch(/^Repository +shop, on main\n/);
    expect(stdout).toMatch(/\nFiles +2 added\nIn all +2 files, 7 lines, \d+ B\nSymbols +3\n/);
    expect(stdout).toMatch(/\nLeft out +1 secret, 1 test\n$/);
    expect(await json('index', shop.root, '--include-tests')).toMatchObject({ run: { added: 1, unchanged: 2 } });
    const { repositories } = (await json('index', '--list')) as { repositories: { name: string }[] };
    expect(repositories).toMatchObject([{ name: 'shop', state: 'ready', freshness: 'current', path: shop.root }]);
    expect((await zapomni('index', '--list')).stdout).toMatch(/\nshop +ready +main +3 +\d+ +/);
  });

  it('makes the vectors that earlier runs have left when it is told to', async () => {
    const waiting = () => {
      using store = new DatabaseSync(path.join(env.ZAPOMNI_DATA_DIR, 'zapomni.db'), { readOnly: true });
      return Number(store.prepare('SELECT count(*) AS n FROM pending').get()?.['n']);
    };
    expect(waiting()).toBeGreaterThan(0);
    expect(await json('index', shop.root, '--include-tests', '--vectors')).toMatchObject({ run: { added: 0 } });
    expect(waiting()).toBe(0);
  });

  it('looks at what changed when Git tells, and says nothing of what was never indexed', async () => {
    const before = shop.git('rev-parse', 'HEAD');
    shop.write('src/cart.ts', 'export const cart = 2;\nexport const more = 3;\n');
    const after = shop.commit('Second');
    expect(await json('index', '--changed', shop.root, before, after)).toMatchObject({
      run: { changed: 1, unchanged: 2 },
    });
    const other = new MadeRepository(home, 'other');
    other.write('a.py', 'A = 1\n');
    for (const folder of [other.root, path.join(home, 'nowhere')])
      expect(await zapomni('index', '--changed', folder, 'x', 'y')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await json('index', '--list')).toMatchObject({ count: 1 });
  });

  it('reads a further work tree, whose Git folder lies elsewhere', async () => {
    const tree = path.join(home, 'further');
    shop.git('worktree', 'add', '--quiet', '-b', 'further', tree);
    expect(await json('index', tree)).toMatchObject({ name: 'further', branch: 'further', run: { added: 2 } });
    expect(await json('index', '--remove', 'further', '--yes')).toMatchObject({
      status: 'removed',
      // Two files and the messages of two commits.
      removed: { memories: 4 },
    });
  });

  it('says what is wrong with what it is told', async () => {
    const said = async (...argv: string[]) => (await zapomni('index', ...argv)).stderr;
    expect(await said(path.join(home, 'nowhere'))).toContain('NOT_FOUND: index: there is no such folder');
    expect(await said(shop.root, '--max-file-size', 'large')).toContain('--max-file-size: must be a size');
    expect(await said(shop.root, '--max-file-size', '200m')).toContain('max_file_size');
    expect(await said(shop.root, '--languages', 'klingon')).toContain("no language 'klingon'");
    expect(await said(shop.root, home)).toContain('name one folder');
    expect(await said('--remove', 'nothing')).toContain('There are: shop');
  });

  it('follows what changes, as a process that stays', async () => {
    const settings = { ...env, ZAPOMNI_EMBED_WAIT_MS: '0' };
    const child = startZapomni(['index', shop.root, '--watch', '--json'], { env: settings });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
    await condition(async () => out.includes('"unchanged": 3'));
    mkdirSync(path.join(shop.root, 'lib'));
    writeFileSync(path.join(shop.root, 'lib', 'new.py'), 'N = 1\n');
    await condition(async () => out.includes('"added": 1'));
    rmSync(path.join(shop.root, 'lib'), { recursive: true });
    await condition(async () => out.includes('"removed": 1'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 60_000);
});
