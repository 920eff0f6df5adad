/** `zapomni code why` and `zapomni code changes`, as a user runs them. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { MadeRepository } from '@zapomni/testkit/git';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const SHOP = 'def price(of):\n    known = {"apple": 1, "pear": 2}\n    return known.get(of, 0)\n';

describe('the history of code on the command line', () => {
  let made: MadeRepository;
  let first = '';
  let env: Record<string, string>;
  const zapomni = (...args: string[]) => runZapomni(args, { env, cwd: made.root });
  beforeAll(async () => {
    const home = realpathSync(temporaryFolder());
    env = { ZAPOMNI_DATA_DIR: path.join(home, 'data'), HOME: home };
    made = new MadeRepository(home);
    made.write('shop.py', SHOP);
    first = made.commit('A price list');
    made.write('shop.py', SHOP.replace('price(of)', 'price(of, tax=19)'));
    made.commit('Prices have taxes');
    await zapomni('index');
  });
  afterAll(removeTemporaryFolders);

  it('says why a symbol is as it is', async () => {
    const { status, stdout, stderr } = await zapomni('code', 'why', 'price', '--as-of', 'HEAD~1');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'shop.py:1  price  function',
      expect.stringMatching(/^ {2}[0-9a-f]{12} 2023-11-14 Ann Author {2}Prices have taxes$/u),
      expect.stringMatching(/^ {2}[0-9a-f]{12} 2023-11-14 Ann Author {2}A price list$/u),
      expect.stringMatching(/^There since [0-9a-f]{12} 2023-11-14 Ann Author {2}A price list$/u),
      '',
      `At ${first.slice(0, 12)}, shop.py:1`,
      'def price(of)',
      ...SHOP.split('\n'),
    ]);
    const { stdout: json } = await zapomni('code', 'why', 'price', '--limit', '1', '--json');
    expect(JSON.parse(json)).toMatchObject({
      status: 'found',
      symbol: { name: 'price', path: 'shop.py' },
      history: { commits: [{ subject: 'Prices have taxes' }], more: true, since: { commit: first.slice(0, 12) } },
    });
  });

  it('says what changed', async () => {
    const { status, stdout } = await zapomni('code', 'changes');
    expect(status).toBe(0);
    expect(stdout).toContain('shop.py  modified\n  signature shop.py:1  price  was def price(of)\n');
    expect(stdout).toContain('Prices have taxes');
    const wrong = await zapomni('code', 'changes', 'nowhere');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('names no commit that is here');
    expect((await zapomni('code', 'changes', 'a', 'b', 'c')).stderr).toContain('two commits or dates at most');
  });
});
