import type { Deps } from '@zapomni/core';
import type { GitRepository } from '@zapomni/core/ports';
import { openTestDeps } from '@zapomni/testkit/deps';
import { madeFolder, MadeRepository, opened } from '@zapomni/testkit/git';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { describe, expect, it, onTestFinished } from 'vitest';
import { History, loadHistory } from './history.ts';
import { readLog, type LogLimits } from './read-log.ts';
import { validTimes } from './valid-times.ts';

const MINUTE = 60_000;
const FIRST = 1_700_000_000_000;

function openDeps(): Deps {
  const { deps, close } = openTestDeps();
  onTestFinished(close);
  return deps;
}

async function read(deps: Deps, git: GitRepository, store = 'store', limits?: LogLimits): Promise<History> {
  await readLog(deps, git, { store, ...(limits ? { limits } : {}) });
  const history = await loadHistory(deps, store);
  if (!history) throw new Error('no history');
  return history;
}

function told(history: History): unknown {
  const files = [...history.paths].toSorted().map((path) => [path, history.of(path), history.changesWith(path)]);
  return { files, commits: history.commits, complete: history.complete };
}

describe('the history of files', () => {
  it('tells how often, since when and by whom a file was changed, under the names it had', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('old.ts', 'one\ntwo\nthree\nfour\nfive\n');
    const first = made.commit('first');
    made.write('old.ts', 'one\ntwo\nthree\nfour\nsix\n');
    made.write('gone.ts', 'gone');
    made.commit('second');
    made.git('mv', 'old.ts', 'new.ts');
    made.git('rm', '--quiet', 'gone.ts');
    made.git('config', 'user.name', 'Bob Builder');
    const last = made.commit('third');
    const history = await read(openDeps(), await opened(home, made.root));
    expect([...history.paths]).toEqual(['new.ts']);
    expect(history.of('new.ts')).toEqual({
      commits: 3,
      first: { commit: first, at: FIRST },
      last: { commit: last, at: FIRST + 2 * MINUTE },
      authors: [
        { name: 'Ann Author', commits: 2 },
        { name: 'Bob Builder', commits: 1 },
      ],
    });
    expect(history.of('old.ts')).toBeNull();
    expect(history.of('gone.ts')).toBeNull();
    expect(history.complete).toBe(true);
  });

  it('tells a file from one that had its name before', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.ts', 'first life');
    made.write('b.ts', 'stays');
    made.commit('first');
    made.git('rm', '--quiet', 'a.ts');
    made.commit('gone');
    made.write('a.ts', 'second life');
    const again = made.commit('again');
    const history = await read(openDeps(), await opened(home, made.root));
    const touch = { commit: again, at: FIRST + 2 * MINUTE };
    expect(history.of('a.ts')).toMatchObject({ commits: 1, first: touch, last: touch });
  });

  it('finds files that change together more often than by chance, and leaves out what touches everything', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const change = (round: number, ...names: string[]): void => {
      for (const name of names) made.write(name, `${name} ${round}`);
      made.commit(`round ${round}`);
    };
    const many = Array.from({ length: 40 }, (_, i) => `many/${i}.ts`);
    change(0, 'api.ts', 'api.md', ...many);
    for (const round of [1, 2, 3]) change(round, 'api.ts', 'api.md', 'log.txt');
    for (const round of [4, 5, 6, 7]) change(round, 'other.ts', 'log.txt');
    change(8, 'api.ts', 'other.ts');
    change(9, 'api.ts', 'api.md', ...many);
    const history = await read(openDeps(), await opened(home, made.root));
    const [closest, ...others] = history.changesWith('api.ts');
    expect(closest).toMatchObject({ path: 'api.md', together: 3, of: 4 });
    // Eight commits say something; all three of api.md are among the four of api.ts.
    expect(closest?.lift).toBeCloseTo(2, 2);
    // log.txt changes with everything, other.ts came with it once, and the forty files were too many at a time.
    expect(others).toEqual([]);
  });

  it('is the same when it is read bit by bit as when it is read at once, whatever happens to the branches', async () => {
    const random = trialRandom();
    const home = madeFolder();
    const made = new MadeRepository(home);
    const deps = openDeps();
    const git = await opened(home, made.root);
    const pick = (most: number): number => Math.floor(random() * most);
    const limits = { commits: 6, spare: 2, changes: 1000 };
    made.write('0.ts', '0');
    made.commit('first');
    const hasParent = (): boolean => made.git('rev-list', '--count', 'HEAD').trim() !== '1';
    for (let round = 0; round < 24; round++) {
      const name = `${pick(5)}.ts`;
      const step = pick(10);
      if (step === 0) made.git('switch', '--quiet', '--create', `b${round}`);
      else if (step === 1) made.git('switch', '--quiet', 'main');
      else if (step === 2 && hasParent()) made.git('reset', '--quiet', '--hard', 'HEAD~1');
      else {
        made.write(name, `${round} ${'line\n'.repeat(pick(4))}`);
        if (step === 3) made.git('mv', '--force', name, `${pick(5)}.ts`, '-k');
        made.commit(`round ${round}`);
      }
      if (pick(2) === 0) continue;
      const stored = `clean${round}`;
      expect(told(await read(deps, git))).toEqual(told(await read(deps, git, stored)));
      await readLog(deps, git, { store: 'narrow', limits });
      await readLog(deps, git, { store: `narrow${round}`, limits });
      const [narrow, clean] = await Promise.all(['narrow', `narrow${round}`].map((store) => loadHistory(deps, store)));
      const cutTo = (history: History | null): unknown => history?.commits.slice(0, limits.commits);
      expect(cutTo(narrow ?? null)).toEqual(cutTo(clean ?? null));
    }
  });

  it('has nothing to tell before the first commit, and forgets what is no longer there', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const deps = openDeps();
    const git = await opened(home, made.root);
    expect(await readLog(deps, git, { store: 'store' })).toEqual({ head: null, added: 0, removed: 0 });
    expect(await loadHistory(deps, 'store')).toBeNull();
    made.write('a.ts', 'a');
    made.commit('first');
    expect(await readLog(deps, git, { store: 'store' })).toMatchObject({ added: 1, removed: 0 });
    made.git('switch', '--quiet', '--orphan', 'empty');
    expect(await readLog(deps, git, { store: 'store' })).toMatchObject({ head: null, removed: 1 });
    expect(await loadHistory(deps, 'store')).toBeNull();
  });

  it('says that it is not all where a clone is shallow', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    for (const round of [1, 2, 3]) {
      made.write('a.ts', String(round));
      made.write(`${round}.ts`, String(round));
      made.commit(`round ${round}`);
    }
    made.git('clone', '--quiet', '--depth=1', `file://${made.root}`, `${home}/shallow`);
    const history = await read(openDeps(), await opened(home, `${home}/shallow`));
    expect(history.commits).toHaveLength(1);
    expect(history.complete).toBe(false);
    expect(history.of('a.ts')).toBeNull();
  });
});

describe('since when a file says what it says', () => {
  it('is the commit, else the time of the file', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.ts', 'a');
    made.write('b.ts', 'b');
    const first = made.commit('first');
    made.write('a.ts', 'aa');
    const second = made.commit('second');
    made.write('b.ts', 'not committed');
    made.write('c.ts', 'not known');
    const git = await opened(home, made.root);
    const timeOf = await validTimes(git, await read(openDeps(), git));
    expect(timeOf('a.ts', 5)).toEqual({ commit: second, at: FIRST + MINUTE });
    expect(timeOf('b.ts', 5)).toEqual({ commit: null, at: 5 });
    expect(timeOf('c.ts', 7)).toEqual({ commit: null, at: 7 });
    made.git('checkout', '--quiet', first);
    const then = await validTimes(git, await read(openDeps(), git));
    expect(then('a.ts', 5)).toEqual({ commit: first, at: FIRST });
  });

  it('is no later than the oldest commit that was read, for what is older than all of them', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('old.ts', 'old');
    made.commit('first');
    for (const round of [1, 2]) {
      made.write('a.ts', String(round));
      made.commit(`round ${round}`);
    }
    const git = await opened(home, made.root);
    const history = await read(openDeps(), git, 'store', { commits: 1, spare: 0, changes: 100 });
    const timeOf = await validTimes(git, history);
    expect(timeOf('old.ts', Date.parse('2030-01-01'))).toEqual({ commit: null, at: FIRST + 2 * MINUTE });
    expect(timeOf('old.ts', 5)).toEqual({ commit: null, at: 5 });
  });
});
