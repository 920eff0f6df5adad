/** Hooks from one end to the other: real Git, the real command in the background, and what the index knows afterwards. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CODE_FILES, CODE_SYMBOLS, fileKey, findRepository, foldName } from '@zapomni/core/code';
import { collection } from '@zapomni/core/records';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { madeFolder, MadeRepository } from '@zapomni/testkit/git';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { removeTemporaryFolders, runZapomni } from '../../testing/run-zapomni.ts';

afterAll(removeTemporaryFolders);

interface AtWork {
  readonly made: MadeRepository;
  readonly data: string;
  readonly log: () => string;
  zapomni(...args: string[]): Promise<string>;
  /** Whether the index has a symbol of that name. */
  knows(name: string): Promise<boolean>;
  /** How often the record of a file was written. */
  versionOf(file: string): Promise<number>;
}

function open(): AtWork {
  const home = madeFolder();
  const [made, data] = [new MadeRepository(home), path.join(home, 'data')];
  const env = { ZAPOMNI_DATA_DIR: data, HOME: home };
  const written = path.join(made.root, '.git/zapomni-hooks.log');
  let test: TestDeps | undefined;
  onTestFinished(() => test?.close());
  const inStore = async () => {
    test ??= openTestDeps({ dataDir: data });
    const { value } = await findRepository(test.deps, 'default', made.root);
    return { deps: test.deps, store: value.store };
  };
  return {
    made,
    data,
    log: () => (existsSync(written) ? readFileSync(written, 'utf8') : ''),
    zapomni: async (...args) => {
      const { status, stdout, stderr } = await runZapomni(args, { env });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    },
    knows: async (name) => {
      const { deps, store } = await inStore();
      const query = { index: 'by_name' as const, where: { folded: foldName(name) }, limit: 1 };
      return (await collection(deps, CODE_SYMBOLS).list(store, query)).items.length > 0;
    },
    versionOf: async (file) => {
      const { deps, store } = await inStore();
      return (await collection(deps, CODE_FILES).get(store, fileKey(file)))?.version ?? 0;
    },
  };
}

const definition = (name: string): string => `def ${name}():\n    return 1\n`;

describe('hooks at work', () => {
  it('bring a commit, a checkout and a merge into the index, and read nothing else again', async () => {
    verifies('D019', 'P030');
    const { made, log, zapomni, knows, versionOf } = open();
    const mine = path.join(made.root, 'mine.txt');
    made.write('.git/hooks/post-commit', `#!/bin/sh\necho mine >>'${mine}'\n`, 0o755);
    made.write('old.py', definition('older_than_all'));
    made.commit('first');
    await zapomni('index', made.root);
    await zapomni('install-hooks', '--repo-path', made.root);
    const before = await versionOf('old.py');

    made.git('switch', '--quiet', '--create', 'topic');
    made.write('new.py', definition('freshly_committed'));
    made.commit('second');
    await condition(() => knows('freshly_committed'));
    expect(await versionOf('old.py')).toBeLessThanOrEqual(before + 1);
    expect(readFileSync(mine, 'utf8')).toBe('mine\nmine\n');
    rmSync(mine);

    made.git('switch', '--quiet', 'main');
    await condition(async () => !(await knows('freshly_committed')));
    made.git('merge', '--quiet', '--no-edit', 'topic');
    await condition(() => knows('freshly_committed'));
    for (const event of ['post-commit', 'post-checkout', 'post-merge']) expect(log()).toContain(` ${event} `);

    await zapomni('install-hooks', made.root, '--uninstall');
    expect(readFileSync(path.join(made.root, '.git/hooks/post-commit'), 'utf8')).toContain(`echo mine >>'${mine}'`);
    for (const name of ['post-merge', 'post-checkout', 'post-rewrite'])
      expect(existsSync(path.join(made.root, '.git/hooks', name)), name).toBe(false);
  });

  it('let Git go on when there is no store, no program and no index', async () => {
    verifies('P030');
    const { made, data, log, zapomni } = open();
    made.write('a.py', definition('one'));
    made.commit('first');
    await zapomni('install-hooks', made.root);
    // Never indexed: nothing is to be done, and nothing is made.
    made.write('a.py', definition('two_of_them'));
    made.commit('second');
    await condition(() => log().split('\n').length > 1);
    // Where the store should be there is a file.
    rmSync(data, { recursive: true, force: true });
    writeFileSync(data, 'not a folder');
    made.write('a.py', definition('three_of_them'));
    const third = made.commit('third');
    await condition(() => log().includes(third));
    // The program is gone.
    const hook = path.join(made.root, '.git/hooks/post-commit');
    if (existsSync(hook)) {
      renameSync(hook, `${hook}.kept`);
      writeFileSync(hook, readFileSync(`${hook}.kept`, 'utf8').replaceAll(/zapomni\.ts/gu, 'gone.ts'), { mode: 0o755 });
    }
    made.write('a.py', definition('four_of_them'));
    const fourth = made.commit('fourth');
    await condition(() => log().includes(fourth));
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: made.root, encoding: 'utf8' })).toBe('');
  });
});
