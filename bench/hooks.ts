/**
 * What a hook of Git costs: a repository of 1,000 files of Python is indexed once; then ten of them change and are committed, and the
 * command that the hook starts brings the index up to it. Beside it the start of the same command with nothing to do, and the first index.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { round, spread } from './lib/figures.ts';

const FILES = 1000;
const CHANGED = 10;
const ROUNDS = 5;
const FUNCTIONS = 12;
/** Of the specification. */
const GOAL_MS = 2000;
const SETTLED_MS = 2500;

export async function benchHooks(server: string) {
  const home = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const root = join(home, 'repository');
  const run = (...args: string[]): number => timed(server, args, home);
  try {
    makeRepository(root);
    await settled();
    const firstMs = run('index', root, '--no-vectors');
    const changedMs: number[] = [];
    const nothingMs: number[] = [];
    for (let turn = 1; turn <= ROUNDS; turn++) {
      change(root, turn);
      await settled();
      const [before, after] = commitAll(root, `Turn ${turn}`);
      changedMs.push(run('index', '--changed', root, before, after));
      nothingMs.push(run('index', '--changed', root, after, after));
    }
    const [changed, nothing] = [spread(changedMs), spread(nothingMs)];
    return {
      files: FILES,
      changed: CHANGED,
      goal_ms: GOAL_MS,
      first_ms: round(firstMs),
      changed_ms: changed,
      nothing_to_do_ms: nothing,
      changed_to_first: round(Math.min(...changedMs) / firstMs, 3),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function timed(server: string, args: readonly string[], home: string): number {
  const env = { PATH: process.env['PATH'], HOME: home, ZAPOMNI_DATA_DIR: join(home, 'data') };
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [server, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

function makeRepository(root: string): void {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet', '--initial-branch=main');
  for (let i = 0; i < FILES; i++) {
    mkdirSync(join(root, `part${i % 20}`), { recursive: true });
    writeFileSync(join(root, nameOf(i)), sourceOf(i, 0));
  }
  commit(root, 'First');
}

function change(root: string, turn: number): void {
  for (let i = 0; i < CHANGED; i++) {
    const file = (turn * 97 + i * 31) % FILES;
    writeFileSync(join(root, nameOf(file)), sourceOf(file, turn));
  }
}

/** Of what was written a moment ago the index does not trust the time, and nobody commits as fast as that. */
async function settled(): Promise<void> {
  await setTimeout(SETTLED_MS);
}

function commitAll(root: string, message: string): [before: string, after: string] {
  const before = git(root, 'rev-parse', 'HEAD');
  return [before, commit(root, message)];
}

const nameOf = (file: number): string => join(`part${file % 20}`, `module${file}.py`);

/** Each calls what another has. */
function sourceOf(file: number, turn: number): string {
  const other = (file * 7 + 1) % FILES;
  const lines = [`from part${other % 20}.module${other} import work${other}_0`, ''];
  for (let i = 0; i < FUNCTIONS; i++) {
    const inner = i === 0 ? `${file} + ${turn}` : `work${file}_${i - 1}(value) + work${other}_0(value)`;
    lines.push('', `def work${file}_${i}(value):`, `    """Does part ${i} of the work of module ${file}."""`);
    lines.push(
      `    total = ${inner}`,
      '    for step in range(value):',
      '        total += step',
      '    return total',
      '',
    );
  }
  return lines.join('\n');
}

function commit(root: string, message: string): string {
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '--message', message);
  return git(root, 'rev-parse', 'HEAD');
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
