/**
 * What a hook of Git costs: a repository of 1,000 files of Python is indexed once; then ten of them change and are committed, and the
 * command that the hook starts brings the index up to it. Beside it the start of the same command with nothing to do, and the first index.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { round, spread } from './lib/figures.ts';

const FILES = 1000;
const CHANGED = 10;
const ROUNDS = 3;
const FUNCTIONS = 12;
/** Of the specification. */
const GOAL_MS = 2000;
const SETTLED_MS = 2500;

export async function benchHooks(server: string) {
  const home = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const root = join(home, 'repository');
  try {
    makeRepository(root);
    await settled();
    const first = run(server, home, 'index', root);
    const [changed, nothing]: [Cost[], Cost[]] = [[], []];
    for (let turn = 1; turn <= ROUNDS; turn++) {
      change(root, turn);
      await settled();
      const [before, after] = commitAll(root, `Turn ${turn}`);
      changed.push(run(server, home, 'index', '--changed', root, before, after));
      nothing.push(run(server, home, 'index', '--changed', root, after, after));
    }
    return {
      files: FILES,
      changed: CHANGED,
      goal_ms: GOAL_MS,
      first: { wall_ms: round(first.wallMs), cpu_ms: round(first.cpuMs) },
      ten_changed: told(changed),
      nothing_to_do: told(nothing),
      load: round(loadavg()[0] ?? Number.NaN),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function told(costs: readonly Cost[]) {
  return { wall_ms: spread(costs.map(({ wallMs }) => wallMs)), cpu_ms: spread(costs.map(({ cpuMs }) => cpuMs)) };
}

interface Cost {
  readonly wallMs: number;
  /** Of the command and all that it started: what else the machine does falls on the other one alone. */
  readonly cpuMs: number;
}

function run(server: string, home: string, ...args: string[]): Cost {
  const env = { PATH: process.env['PATH'], HOME: home, ZAPOMNI_DATA_DIR: join(home, 'data') };
  const script = ['-c', '"$@" >/dev/null && times', 'sh', process.execPath, server, ...args];
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('sh', script, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [user = 0, system = 0] = (stdout.trim().split('\n').at(-1) ?? '').split(/\s+/).map(toMs);
  return { wallMs: performance.now() - start, cpuMs: user + system };
}

/** `1m2.345s`. */
function toMs(text: string): number {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return Number(minutes) * 60_000 + Number(seconds) * 1000;
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
