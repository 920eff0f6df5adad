/** Our reading of ignore files against Git's own, line by line and by chance. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seeded } from '@zapomni/testkit/seeded';
import { trialSeed } from '@zapomni/testkit/trial-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IgnorePatterns, toPathChars } from './ignore-patterns.ts';

/** Files; their folders are asked about too. The same name is a file in one tree and a folder in the other. */
const TREES = [
  ['a', 'b', 'ab', 'a.b', 'c/a/b/a', ' a', 'a ', '#a', '!a', '-', ']', 'c/b', '.a'],
  ['a/b/c/b', 'a/a', 'b/a/c/a', 'b/c', 'c/ab', 'ab/b/b', 'a.b/a/b', '-/a'],
];

let folders: string[];
beforeAll(() => {
  folders = TREES.map((files) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-ignore-'));
    execFileSync('git', ['init', '-q', folder]);
    for (const file of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    return folder;
  });
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Every path of a tree, and whether it is a folder. */
function pathsOf(files: readonly string[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const file of files) {
    const names = file.split('/');
    for (let n = 1; n <= names.length; n += 1) found.set(names.slice(0, n).join('/'), n < names.length);
  }
  return found;
}

type Verdicts = Record<string, boolean | undefined>;

function askGit(lines: readonly string[], tree: number): Verdicts {
  const folder = folders[tree] as string;
  const paths = [...pathsOf(TREES[tree] ?? []).keys()];
  writeFileSync(path.join(folder, '.gitignore'), lines.join('\n'));
  const args = ['-C', folder, '-c', 'core.excludesFile=', 'check-ignore', '--no-index', '-v', '-n', '-z', '--stdin'];
  const { stdout, stderr } = spawnSync('git', args, { input: paths.map((one) => `${one}\0`).join('') });
  expect(stderr.toString()).toBe('');
  const fields = stdout.toString().split('\0');
  const verdicts = paths.map((one, n): [string, boolean | undefined] => {
    const [source = '', , pattern = ''] = fields.slice(n * 4, n * 4 + 4);
    return [one, source === '' ? undefined : !pattern.startsWith('!')];
  });
  return Object.fromEntries(verdicts);
}

function askUs(lines: readonly string[], tree: number): Verdicts {
  const patterns = IgnorePatterns.ofFile(lines.join('\n'));
  const paths = pathsOf(TREES[tree] ?? []);
  // Git also says of a path what it says of a folder above it; here each folder is asked on the way down.
  const verdict = (one: string, isFolder: boolean): boolean | undefined => {
    const names = one.split('/');
    for (let n = 1; n < names.length; n += 1) {
      if (patterns.match(toPathChars(names.slice(0, n)), true)) return true;
    }
    return patterns.match(toPathChars(names), isFolder);
  };
  return Object.fromEntries([...paths].map(([one, isFolder]) => [one, verdict(one, isFolder)]));
}

describe('an ignore file means what it means to Git', () => {
  it.each([
    ['*.b'],
    ['/a'],
    ['a/'],
    ['a/b'],
    ['/a/*'],
    ['**/b'],
    ['a/**'],
    ['a/**/b'],
    ['**'],
    ['/**'],
    ['**/'],
    ['a/**/'],
    ['***/b'],
    ['a/***'],
    ['*', '!*/', '!b'],
    ['*', '!/a/', '/a/*', '!/a/b'],
    ['# a', '\\#a', '\\!a'],
    ['a '],
    ['a\\ '],
    [' a'],
    ['a\r', 'b\r'],
    ['\ufeffa'],
    ['[ab]'],
    ['[!a]'],
    ['[^a]'],
    ['[]]'],
    ['[a-c]b'],
    ['[a-]'],
    ['[[:alpha:]]'],
    ['[[:nonsense:]]', 'b'],
    ['[[:x]'],
    ['[a', 'a\\'],
    ['a[/]b'],
    ['a//b', '//a', 'a//', '/'],
    ['a?c', '?'],
    ['a**b', '**b', 'a**/b'],
    ['\\a', 'a\\/b'],
    ['!a', 'a', '!b'],
    ['foo/', '*/b'],
  ])('%j', (...lines: string[]) => {
    for (const tree of [0, 1]) expect(askUs(lines, tree)).toEqual(askGit(lines, tree));
  });

  it('for patterns that nobody thought of', () => {
    const seed = trialSeed();
    const random = seeded(seed);
    const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T;
    const parts = [
      'a',
      'b',
      'c',
      '*',
      '**',
      '?',
      '/',
      '/',
      '[ab]',
      '[!b]',
      '[a-c]',
      '\\a',
      '.',
      ' ',
      '[',
      ']',
      '-',
      '!',
    ];
    const some = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) });
    for (let round = 0; round < 300; round += 1) {
      const lines = some(4).map(
        () =>
          (random() < 0.2 ? '!' : '') +
          some(6)
            .map(() => pick(parts))
            .join(''),
      );
      const told = `seed ${seed}, round ${round}: ${JSON.stringify(lines)}`;
      for (const tree of [0, 1]) expect(askUs(lines, tree), told).toEqual(askGit(lines, tree));
    }
  });

  it('and none takes long, however it was meant', () => {
    const lines = [`${'*a'.repeat(60)}*b`, `${'**/a/'.repeat(40)}b`, `${'[a-z]*'.repeat(60)}0`];
    const patterns = new IgnorePatterns(lines);
    for (const one of ['a'.repeat(255), 'a/'.repeat(120).slice(0, -1), 'a'.repeat(50).split('').join('/')]) {
      expect(patterns.match(toPathChars(one.split('/')), false)).toBeUndefined();
    }
  });
});
