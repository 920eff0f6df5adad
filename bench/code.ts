/**
 * Reading code: 1,000 files of Python (the library that python3 comes with) and 1,000 of TypeScript (the packages that this project is
 * made with, then its own), as processor time of whole processes in one run: parsing alone, facts through a parser process as it is
 * shipped, and facts with edges.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { round, spread } from './lib/figures.ts';

const FILES = 1000;
const ROUNDS = 3;
const LONGEST = 1_000_000;
const MODES = ['bare', 'facts', 'link'] as const;
const OURS = join(import.meta.dirname, '..');

export async function benchCode(server: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const worker = join(dirname(server), 'parser-worker.js');
  try {
    const python = pythonFiles();
    const measured = (language: string, root: string, files: readonly string[]) =>
      measure({ list: join(folder, language), root, language, worker }, files);
    return {
      python: python ? measured('python', python.root, python.files) : { skipped: 'python3: not installed' },
      typescript: measured('typescript', OURS, typescriptFiles()),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pythonFiles(): { readonly root: string; readonly files: string[] } | null {
  const asked = spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], {
    encoding: 'utf8',
  });
  if (asked.status !== 0) return null;
  const root = asked.stdout.trim();
  const all = [...filesIn(root, /\.py$/, /^(?:site-packages|__pycache__)$/)];
  const isTest = (path: string) => /\/(?:tests?|idle_test)\//.test(path);
  return { root, files: [...all.filter((path) => !isTest(path)), ...all.filter(isTest)].slice(0, FILES) };
}

function typescriptFiles(): string[] {
  const source = /(?<!\.d)\.ts$/;
  const inPackages = filesIn(join(OURS, 'node_modules'), source, /^\.|^@zapomni$/);
  return [...inPackages, ...filesIn(join(OURS, 'packages'), source, /^node_modules$/)].slice(0, FILES);
}

function* filesIn(folder: string, name: RegExp, but: RegExp): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !but.test(entry.name)) yield* filesIn(path, name, but);
    else if (entry.isFile() && name.test(entry.name) && statSync(path).size <= LONGEST) yield path;
  }
}

interface Task {
  readonly list: string;
  readonly root: string;
  readonly language: string;
  readonly worker: string;
}

/** In turns, so that whatever else the machine does falls on all alike. */
function measure(task: Task, files: readonly string[]) {
  writeFileSync(task.list, files.join('\n'));
  const cpu = { bare: [] as number[], facts: [] as number[], link: [] as number[] };
  const linkAlone: number[] = [];
  let said: Record<string, number> = {};
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const mode of MODES) {
      const run = runProcess(mode, task);
      cpu[mode].push(run.cpuMs);
      said = run.said;
    }
    linkAlone.push(said['linkCpuMs'] ?? Number.NaN);
  }
  const [bare, facts, all, alone] = [cpu.bare, cpu.facts, cpu.link, linkAlone].map((some) => spread(some).p50) as [
    number,
    number,
    number,
    number,
  ];
  const { symbols, calls, unresolved, cut, peakMb } = said;
  const result = {
    files: files.length,
    megabytes: round(files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6),
    found: { symbols, calls, unresolved, cut },
    cpuMs: { bareParse: bare, facts, factsAndEdges: all, linkingAlone: alone },
    toBareParse: { facts: round(facts / bare), factsAndEdges: round(all / bare), linkingAlone: round(alone / bare) },
    peakMbWhileLinking: peakMb,
  };
  console.log(task.language, result);
  return result;
}

/** Processor time of a process and all that it starts, which the shell is told by the system. */
function runProcess(mode: string, { list, root, language, worker }: Task) {
  const script = 'TIMEFORMAT="%U %S"; time "$@"';
  const program = join(import.meta.dirname, 'lib', 'code-process.ts');
  const command = [process.execPath, program, mode, list, root, language, worker];
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${mode} of ${language} failed: ${run.stderr}`);
  const [user = Number.NaN, system = Number.NaN] = (run.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { cpuMs: round((user + system) * 1000, 0), said: JSON.parse(run.stdout) as Record<string, number> };
}
