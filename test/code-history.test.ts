/** What changed and why, with real repositories and real parsers. */
import { rmSync } from 'node:fs';
import type { Deps } from '@zapomni/core';
import {
  explainChange,
  historyOf,
  symbolAt,
  type ChangeExplanation,
  type ChangeRequest,
  type KeptRepository,
} from '@zapomni/core/code';
import type { CodeParser } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { madeFolder, MadeRepository, openedGit } from '@zapomni/testkit/git';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let parser: CodeParser;
beforeAll(() => {
  parser = createCodeParser({ logger: createRecordingLogger(), processes: 1 });
});
afterAll(() => parser.close());

interface Opened {
  readonly made: MadeRepository;
  readonly deps: Deps;
  readonly repository: KeptRepository;
  explain(request?: ChangeRequest): Promise<ChangeExplanation>;
}

const NOTHING = { files: 0, lines: 0, bytes: 0, symbols: 0, edges: 0, external: 0, unresolved: 0 };

function open(): Opened {
  const home = madeFolder();
  const made = new MadeRepository(home);
  const { deps: plain, close } = openTestDeps();
  onTestFinished(close);
  const files = openTestFiles({ roots: [home], logger: createRecordingLogger() });
  const deps = { ...plain, files, git: openedGit(home), codeParser: parser };
  const counts = { ...NOTHING, partial: 0, text: 0, stale: 0, left_out: {}, languages: {} };
  const options = {
    languages: null,
    include_tests: false,
    max_file_size: 1_000_000,
    recursive: true,
    commits: true,
    exclude: [],
  };
  const place = { name: 'made', root: made.root, place: 'place', identity: 'identity', store: 'code.default.made' };
  const state = {
    branch: 'main',
    head: null,
    state: 'ready' as const,
    error: null,
    generation: 1,
    linked: 1,
    scip: null,
  };
  const value = { ...place, ...state, git: true, options, counts, added_at: 0, indexed_at: 0 };
  const repository = { key: 'made', value, version: 1, createdAt: 0, updatedAt: 0, parent: null };
  return { made, deps, repository, explain: (request) => explainChange(deps, repository, request) };
}

function told({ files }: ChangeExplanation): unknown {
  return files.map(({ path, symbols }) => [
    path,
    ...symbols.map(({ change, symbol, before }) =>
      before && before.qualified !== symbol.qualified
        ? `${change} ${before.qualified} to ${symbol.qualified}`
        : `${change} ${symbol.qualified}`,
    ),
  ]);
}

const SHOP = `export class Shop {
  open(at: number): boolean {
    return at > 8 && at < 20;
  }
  close(): void {
    this.lights = false;
  }
}

export function price(of: string): number {
  const known = { apple: 1, pear: 2 };
  return known[of] ?? 0;
}
`;

describe('what changed between two commits', () => {
  it('is told by symbol: added, removed, moved, renamed, another signature, another body', async () => {
    const { made, explain } = open();
    made.write('shop.ts', SHOP);
    made.write('note.md', 'first');
    made.commit('a shop');
    const lines = ['    return at > 8 && at < 20;', '    return at > 9 && at < 20;'] as const;
    made.write(
      'shop.ts',
      SHOP.slice(0, SHOP.indexOf('export function'))
        .replace(...lines)
        .replace('close()', 'close(now: boolean)'),
    );
    made.write('prices.ts', SHOP.slice(SHOP.indexOf('export function')));
    made.write('note.md', 'second');
    made.commit('prices have a file of their own');
    const moved = await explain();
    expect(told(moved)).toEqual([
      ['note.md'],
      ['prices.ts', 'moved price'],
      ['shop.ts', 'body Shop.open', 'signature Shop.close'],
    ]);
    expect(moved.counts).toEqual({ added: 0, removed: 0, moved: 1, renamed: 0, signature: 1, body: 1 });
    expect(moved.files[1]?.symbols[0]?.before).toMatchObject({ path: 'shop.ts', line: 10 });
    expect(moved.commits).toMatchObject([{ subject: 'prices have a file of their own', author: 'Ann Author' }]);
    expect(moved.files[0]).toMatchObject({ state: 'modified', rest: true });

    made.write(
      'prices.ts',
      `${SHOP.slice(SHOP.indexOf('export function')).replace('price', 'priceOf')}export const VAT = 19;\n`,
    );
    made.git('rm', '--quiet', 'shop.ts');
    made.commit('no shop');
    const renamed = await explain();
    expect(told(renamed)).toEqual([
      ['prices.ts', 'renamed price to priceOf', 'added VAT'],
      ['shop.ts', 'removed Shop'],
    ]);
    // The class went with its two methods.
    expect(renamed.counts).toMatchObject({ removed: 3, renamed: 1, added: 1 });

    const all = await explain({ from: 'HEAD~2', to: 'HEAD', limit: 1 });
    expect(all.commits.map(({ subject }) => subject)).toEqual(['no shop', 'prices have a file of their own']);
    expect(all.leftOut).toEqual({ files: 0, symbols: 2 });
    expect(told(await explain({ from: 'HEAD~2', path: './shop.ts' }))).toEqual([
      ['shop.ts', 'removed Shop', 'removed price'],
    ]);
  });

  it('follows a file that was renamed, and says that of the file and not of all that is in it', async () => {
    const { made, explain } = open();
    made.write('a/shop.ts', SHOP);
    made.commit('a shop');
    made.git('mv', 'a', 'b');
    made.write('b/shop.ts', SHOP.replace('< 20', '< 21'));
    made.commit('moved');
    const { files, counts } = await explain();
    expect(files).toMatchObject([{ path: 'b/shop.ts', before: 'a/shop.ts', state: 'renamed', rest: false }]);
    expect(counts).toMatchObject({ moved: 0, body: 1, added: 0, removed: 0 });
  });

  it('takes dates, the first commit, and what is not committed yet', async () => {
    const { made, explain } = open();
    made.write('a.py', 'def first():\n    return 1\n');
    const first = made.commit('first');
    expect(told(await explain())).toEqual([['a.py', 'added first']]);
    made.write('a.py', 'def first():\n    return 1\n\n\ndef second():\n    return 2\n');
    made.commit('second');
    expect((await explain({ from: '2023-11-14T22:14:00Z' })).from?.commit).toBe(first);
    expect((await explain({ from: '2023-11-14' })).from).toBeNull();
    made.write('a.py', 'def second():\n    return 22222\n');
    made.write('new.py', 'def third():\n    return 3\n');
    const now = await explain({ to: 'worktree' });
    expect(now.to).toBeNull();
    expect(told(now)).toEqual([
      ['a.py', 'body second', 'removed first'],
      ['new.py', 'added third'],
    ]);
    expect(told(await explain({ from: first, to: 'worktree' }))).toEqual([
      ['a.py', 'added second', 'removed first'],
      ['new.py', 'added third'],
    ]);
    rmSync(`${made.root}/a.py`);
    expect(told(await explain({ to: 'worktree', path: 'a.py' }))).toEqual([
      ['a.py', 'removed first', 'removed second'],
    ]);
  });

  it('says what it cannot find', async () => {
    const { made, deps, repository, explain } = open();
    made.write('a.py', 'x = 1\n');
    made.commit('first');
    await expect(explain({ from: 'nowhere' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: /from.*nowhere/,
    });
    await expect(explain({ to: '1999-01-01' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(explain({ from: '--output=/tmp/x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { git: _git, ...without } = deps;
    await expect(explainChange(without, repository)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: /no history/,
    });
  });
});

describe('a symbol at another time', () => {
  const wanted = { qualified: 'Shop.open', kind: 'method', path: 'src/shop.ts' };

  it('is found as it was, under the name that its file had', async () => {
    const { made, deps, repository } = open();
    made.write('shop.ts', SHOP);
    const first = made.commit('a shop');
    made.git('mv', 'shop.ts', 'old.ts');
    made.commit('moved');
    made.write('src/shop.ts', SHOP.replace('at > 8', 'at > 9'));
    made.git('rm', '--quiet', 'old.ts');
    made.commit('moved again');
    const then = await symbolAt(deps, repository, wanted, { asOf: first });
    expect(then).toMatchObject({ commit: first, at: 1_700_000_000_000, path: 'shop.ts' });
    expect(then.symbol?.source).toContain('at > 8');
    expect(then.symbol?.lines).toEqual([2, 4]);
    const now = await symbolAt(deps, repository, wanted, { asOf: 'HEAD' });
    expect(now.symbol?.source).toContain('at > 9');
    const other = { ...wanted, qualified: 'Shop.paint' };
    expect((await symbolAt(deps, repository, other, { asOf: 'HEAD' })).symbol).toBeNull();
  });

  it('has the commits that changed its lines, and the first of them', async () => {
    const { made, deps, repository } = open();
    made.write('src/shop.ts', SHOP);
    const first = made.commit('a shop');
    made.write('src/shop.ts', SHOP.replace('at > 8', 'at > 9'));
    const later = `opens later ${'and later '.repeat(50)}`.trim();
    const second = made.commit(later);
    made.write('src/shop.ts', `// A line above.\n${SHOP.replace('at > 8', 'at > 9').replace('= false', '= null')}`);
    made.commit('something else');
    // Nobody has committed this.
    made.write('src/shop.ts', `// Two lines\n// above.\n${SHOP.replace('at > 8', 'at > 10')}`);
    const history = await historyOf(deps, repository, wanted);
    expect(history.commits.map(({ commit, subject }) => [commit, subject])).toEqual([
      [second, later],
      [first, 'a shop'],
    ]);
    expect(history).toMatchObject({ more: false, since: { commit: first, author: 'Ann Author' }, note: null });
    expect(await historyOf(deps, repository, wanted, { limit: 1 })).toMatchObject({
      more: true,
      since: { commit: first },
    });
    const unknown = await historyOf(deps, repository, { ...wanted, qualified: 'Shop.paint' });
    expect(unknown).toMatchObject({ commits: [], since: null, note: 'It is not committed yet.' });
  });

  it('is answered without Git, before the first commit, in a shallow clone and on a detached head', async () => {
    const { made, deps, repository } = open();
    const { git: _git, ...without } = deps;
    expect(await historyOf(without, repository, wanted)).toMatchObject({
      commits: [],
      note: 'Git cannot be used here.',
    });
    expect(await historyOf(deps, repository, wanted)).toMatchObject({ note: 'Nothing is committed yet.' });
    made.write('src/shop.ts', SHOP);
    const first = made.commit('a shop');
    made.write('src/shop.ts', SHOP.replace('at > 8', 'at > 9'));
    made.commit('opens later');
    made.git('clone', '--quiet', '--depth=1', `file://${made.root}`, `${made.root}-shallow`);
    const shallow = { ...repository, value: { ...repository.value, root: `${made.root}-shallow` } };
    expect(await historyOf(deps, shallow, wanted)).toMatchObject({ since: null, note: /shallow/ });
    expect(await explainChange(deps, shallow)).toMatchObject({ from: null });
    made.git('checkout', '--quiet', '--detach', first);
    expect(await historyOf(deps, repository, wanted)).toMatchObject({ commits: [{ commit: first }] });
  });
});

describe('history wherever Git keeps it', () => {
  const wanted = { qualified: 'Shop.open', kind: 'method', path: 'shop.ts' };
  const at = (repository: KeptRepository, root: string): KeptRepository => ({
    ...repository,
    value: { ...repository.value, root },
  });

  it('is told of a further work tree, a submodule, and what has one', async () => {
    const { made, deps, repository, explain } = open();
    made.write('shop.ts', SHOP);
    made.commit('a shop');
    made.git('worktree', 'add', '--quiet', `${made.root}-further`, '-b', 'further');
    const further = at(repository, `${made.root}-further`);
    expect(await historyOf(deps, further, wanted)).toMatchObject({ since: { subject: 'a shop' }, note: null });
    expect(told(await explainChange(deps, further))).toEqual([['shop.ts', 'added Shop', 'added price']]);
    made.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', made.root, 'inner');
    made.commit('with a submodule');
    expect(told(await explain())).toEqual([['.gitmodules']]);
    const inner = at(repository, `${made.root}/inner`);
    expect(await historyOf(deps, inner, wanted)).toMatchObject({ since: { subject: 'a shop' } });
  });

  it('is told in the middle of a rebase', async () => {
    const { made, deps, repository, explain } = open();
    made.write('shop.ts', SHOP);
    made.commit('a shop');
    made.git('switch', '--quiet', '--create', 'topic');
    made.write('shop.ts', SHOP.replace('at > 8', 'at > 9'));
    made.commit('later');
    made.git('switch', '--quiet', 'main');
    made.write('shop.ts', SHOP.replace('at > 8', 'at > 7'));
    made.commit('earlier');
    made.git('switch', '--quiet', 'topic');
    expect(() => made.git('rebase', '--quiet', 'main')).toThrow();
    // HEAD is the commit that the rest is put on.
    const { commits } = await historyOf(deps, repository, wanted);
    expect(commits.map(({ subject }) => subject)).toEqual(['earlier', 'a shop']);
    const now = await explain({ to: 'worktree' });
    expect(now.files).toMatchObject([{ path: 'shop.ts', state: 'modified' }]);
  });

  it('is told of a repository without a commit: all that is there is new', async () => {
    const { made, explain } = open();
    made.write('shop.ts', SHOP);
    expect(told(await explain())).toEqual([['shop.ts', 'added Shop', 'added price']]);
  });
});
