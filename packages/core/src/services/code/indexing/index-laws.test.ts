/** Whatever was done to the files, and however often they were indexed meanwhile: the index is the one that a first look would make. */
import { mkdirSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { codeWorkspace, indexRepository } from '@zapomni/core/code';
import { dumpIndex } from '@zapomni/testkit/index-dump';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PATHS = ['a.py', 'b.py', 'pkg/a.py', 'pkg/c.py', 'web/x.ts', 'web/y.ts', 'notes.md', 'tests/test_a.py'];
const TEXTS = [
  'from b import two\n\n\ndef one():\n    return two()\n',
  'def two():\n    return 2\n\n\nclass Two:\n    def go(self):\n        return two()\n',
  'def two():\n    return 3\n\n\nclass Two:\n    def go(self):\n        return two()\n',
  'import pkg.c as c\n\n\nclass Three(c.Base):\n    def go(self):\n        return self.base()\n',
  'class Base:\n    def base(self):\n        return [x for x in range(3)]\n',
  "import { y } from './y.ts';\nexport const x = () => y();\n",
  'export function y(): number {\n  return helper(1);\n}\nfunction helper(n: number) {\n  return n;\n}\n',
  'def broken(:\n    return\n\n\ndef whole():\n    return 1\n',
  'Just words.\n',
  '   \n',
  '\0\0binary',
];
const OPERATIONS = [
  'write',
  'write',
  'write',
  'again',
  'move',
  'remove',
  'touch',
  'commit',
  'branch',
  'index',
] as const;
const BRANCHES = ['main', 'other', 'third'];

interface Step {
  readonly what: (typeof OPERATIONS)[number];
  readonly path: number;
  readonly to: number;
  readonly text: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...OPERATIONS),
    path: fc.nat(PATHS.length - 1),
    to: fc.nat(PATHS.length - 1),
    text: fc.nat(TEXTS.length - 1),
  }),
  { minLength: 4, maxLength: 25, size: 'max' },
);
const RUNS = Number(process.env['ZAPOMNI_LAW_RUNS'] ?? 6);

describe('an index after any sequence of edits', () => {
  let repository: IndexedRepository;
  let trials = 0;
  beforeAll(() => {
    repository = new IndexedRepository();
    repository.write('a.py', TEXTS[0] ?? '');
    repository.made.commit('First');
  });
  afterAll(() => repository.close());

  const stamped = (name: string): void => {
    // Real clocks go on between two edits; whether a stamp can be trusted is a matter of chance.
    const at = repository.test.clock.now() / 1000;
    utimesSync(path.join(repository.root, name), at, at);
  };
  const doStep = async ({ what, path: from, to, text }: Step, workspace: string): Promise<void> => {
    const { made, test, root } = repository;
    const [name = '', other = ''] = [PATHS[from], PATHS[to]];
    if (what !== 'again') test.clock.advance(text * 500);
    const isThere = made.git('ls-files', '-c', '-o', name) !== '' && made.git('ls-files', '-d', name) === '';
    if (what === 'write' || what === 'again') {
      made.write(name, TEXTS[text] ?? '');
      stamped(name);
    } else if (what === 'move' && isThere && name !== other) {
      mkdirSync(path.dirname(path.join(root, other)), { recursive: true });
      renameSync(path.join(root, name), path.join(root, other));
    } else if (what === 'remove') repository.remove(name);
    else if (what === 'touch' && isThere) stamped(name);
    else if (what === 'commit') made.commit('More');
    else if (what === 'branch') {
      made.commit('Before');
      const branch = BRANCHES[to % BRANCHES.length] ?? '';
      const isKnown = made.git('branch', '--list', branch) !== '';
      made.git('checkout', '--quiet', ...(isKnown ? [branch] : ['-b', branch]));
    } else if (what === 'index') await index(workspace);
  };
  const index = (workspace: string) =>
    indexRepository(repository.deps, {
      workspace,
      client: 'test',
      path: repository.root,
      options: { include_tests: true },
    });

  it('equals a clean one', async () => {
    const trial = async (some: readonly Step[]): Promise<void> => {
      const [used, clean] = [`used${(trials += 1)}`, `clean${trials}`];
      for (const step of some) await doStep(step, used);
      const { repository: key } = await index(used);
      await index(clean);
      const [before, expected] = [await dump(used, key), await dump(clean, key)];
      expect(before).toEqual(expected);
      // Once more: nothing is read, written or marked.
      repository.test.clock.advance(10_000);
      await index(used);
      expect(await index(used)).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, failed: 0 });
      expect(await dump(used, key)).toEqual(expected);
      for (const workspace of [used, clean]) {
        for (const id of [workspace, codeWorkspace(workspace, key)])
          await repository.deps.storage.workspaces.remove(id, repository.test.clock.now());
      }
    };
    await fc.assert(fc.asyncProperty(steps, trial), { numRuns: RUNS, endOnFailure: true });
  }, 600_000);

  const dump = (workspace: string, key: string) => dumpIndex(repository.deps, codeWorkspace(workspace, key));

  it('is not empty', async () => {
    const { repository: key, counts } = await index(WORKSPACE);
    expect(counts.files).toBeGreaterThan(0);
    expect((await dump(WORKSPACE, key)).length).toBeGreaterThan(counts.files);
  });
});
