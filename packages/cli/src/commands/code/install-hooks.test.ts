import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { madeFolder, MadeRepository } from '@zapomni/testkit/git';
import { removeTemporaryFolders, runZapomni } from '../../testing/run-zapomni.ts';

afterAll(removeTemporaryFolders);

describe('install-hooks', () => {
  it('installs once, tells where, and removes', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('.git/hooks/post-commit', '#!/bin/sh\n# mine\n', 0o755);
    made.write('src/a.ts', '');
    const hook = path.join(made.root, '.git/hooks/post-commit');
    const env = { ZAPOMNI_DATA_DIR: path.join(home, 'data') };
    const zapomni = (...args: string[]) => runZapomni(['install-hooks', path.join(made.root, 'src'), ...args], { env });
    const first = await zapomni('--json');
    expect([first.status, first.stderr]).toEqual([0, '']);
    const told = JSON.parse(first.stdout) as { way: string };
    expect(told).toMatchObject({ repository: made.root, kept: [] });
    const again = await zapomni();
    expect([again.status, again.stdout]).toEqual([0, `Hooks were installed in ${made.root} already.\n`]);
    if (told.way === 'files') expect(readFileSync(hook, 'utf8')).toContain(`'--data-dir' '${env.ZAPOMNI_DATA_DIR}'`);
    // No store is needed for it; the hook of the commit, which runs on in the background, may open one.
    expect(existsSync(env.ZAPOMNI_DATA_DIR)).toBe(false);
    expect(made.commit('first')).toMatch(/^[0-9a-f]{40}$/u);
    const removed = await zapomni('--uninstall');
    expect([removed.status, removed.stdout]).toEqual([0, `Hooks removed from ${made.root}.\n`]);
    expect(readFileSync(hook, 'utf8')).toBe('#!/bin/sh\n# mine\n');
    expect((await zapomni('--uninstall')).stdout).toBe(`${made.root} has no hooks of Zapomni.\n`);
  });

  it('names the fix', async () => {
    const home = madeFolder();
    const none = await runZapomni(['install-hooks', home]);
    expect([none.status, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toMatch(/in no Git repository.*work tree/su);
    const several = await runZapomni(['install-hooks', home, home]);
    expect([several.status, several.stderr]).toEqual([2, expect.stringContaining('name one folder')]);
    const missing = await runZapomni(['install-hooks', path.join(home, 'nowhere')]);
    expect(missing.status).toBe(2);
  });
});
