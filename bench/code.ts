/**
 * Indexing code: 1,000 files of Python (the library that python3 comes with) and 1,000 of TypeScript (the packages that this project is
 * made with, then its own), as wall and processor time of whole processes in one run and in turns: parsing alone with as many
 * processes, facts through parser processes, facts with edges, the whole `zapomni index` as it is shipped, and what others do with the same
 * files. Then 10,000 small files: indexed again when nothing changed, and when ten did.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { benchAgain } from './lib/code-again.ts';
import { indexCommand, runTimed, type Timed } from './lib/code-runs.ts';
import { round, spread } from './lib/figures.ts';
import { copied, OURS, pythonFiles, typescriptFiles } from './lib/source-files.ts';

const FILES = 1000;
/** On a machine that others use too, fewer may be all that there is time for. */
const ROUNDS = Number(process.env['ZAPOMNI_BENCH_ROUNDS'] ?? 3);
const PROCESSES = Math.min(4, availableParallelism());
const GOALS = { facts: 1.6, linking: 0.5, index: 2.5 };

export async function benchCode(server: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const load = loadavg().map((one) => round(one));
  try {
    const python = pythonFiles(FILES);
    const measured = (language: string, root: string, files: readonly string[]) =>
      measure({ folder: join(folder, language), language, server }, copied(join(folder, language), root, files));
    return {
      processes: PROCESSES,
      rounds: ROUNDS,
      loadBefore: load,
      goalsToBareParse: GOALS,
      python: python ? measured('python', python.root, python.files) : { skipped: 'python3: not installed' },
      typescript: measured('typescript', OURS, typescriptFiles(FILES)),
      again: benchAgain(server, join(folder, 'again')),
      loadAfter: loadavg().map((one) => round(one)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Task {
  readonly folder: string;
  readonly language: string;
  readonly server: string;
}

const WAYS = ['bareParse', 'facts', 'factsAndEdges', 'index', 'ctagsAndFts5', 'codegraph'] as const;
type Way = (typeof WAYS)[number];

/** In turns, so that whatever else the machine does falls on all alike. */
function measure(task: Task, files: readonly string[]) {
  writeFileSync(join(task.folder, 'list'), files.join('\n'));
  const runs = new Map<Way, Timed[]>(WAYS.map((way) => [way, []]));
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const way of WAYS) {
      // Others are slow, and compared as they are: once is enough.
      if (turn > 0 && way === 'codegraph') continue;
      const run = runWay(way, task);
      console.log(task.language, way, run);
      if (run) runs.get(way)?.push(run);
    }
  }
  const bare = middle(runs.get('bareParse') ?? []);
  const table = WAYS.map((way): [Way, unknown] => {
    const some = runs.get(way) ?? [];
    if (some.length === 0) return [way, { skipped: `${way}: not installed` }];
    const { wallMs, cpuMs } = middle(some);
    const ratios = { wallToBare: round(wallMs / bare.wallMs), cpuToBare: round(cpuMs / bare.cpuMs) };
    return [way, { wallMs, cpuMs, ...ratios, found: foundIn(some.at(-1)?.said ?? {}) }];
  });
  const linking = spread((runs.get('factsAndEdges') ?? []).map(({ said }) => Number(said['linkCpuMs']))).p50;
  const megabytes = round(files.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6);
  const linkingAlone = { cpuMs: linking, cpuToBare: round(linking / bare.cpuMs) };
  return { files: files.length, megabytes, ...Object.fromEntries(table), linkingAlone };
}

/** How much there is; of a report, only what it counts. */
function foundIn(said: Record<string, unknown>): Record<string, unknown> {
  const counts = (said['counts'] ?? said) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => typeof value === 'number'));
}

function middle(runs: readonly Timed[]): { readonly wallMs: number; readonly cpuMs: number } {
  const of = (what: 'wallMs' | 'cpuMs') => spread(runs.map((run) => run[what])).p50;
  return { wallMs: of('wallMs'), cpuMs: of('cpuMs') };
}

/** Null where a program is not there. */
function runWay(way: Way, { folder, language, server }: Task): Timed | null {
  const files = join(folder, 'files');
  const worker = join(dirname(server), 'parser-worker.js');
  const ours = (mode: string, place: string): Timed =>
    runTimed([
      process.execPath,
      join(import.meta.dirname, 'lib', 'code-process.ts'),
      mode,
      join(folder, 'list'),
      files,
      language,
      place,
      String(PROCESSES),
    ]);
  switch (way) {
    case 'bareParse':
      return ours('bare', worker);
    case 'facts':
      return ours('facts', worker);
    case 'factsAndEdges':
      return ours('link', worker);
    case 'index':
      return fresh(join(folder, 'data'), (data) => runTimed(indexCommand(server, files, data)));
    case 'ctagsAndFts5':
      return isThere('ctags') ? fresh(join(folder, 'tags'), (data) => ours('tags', join(data, 'tags.db'))) : null;
    case 'codegraph': {
      const codegraph = process.env['ZAPOMNI_BENCH_CODEGRAPH'] ?? 'codegraph';
      if (!isThere(codegraph)) return null;
      return fresh(join(files, '.codegraph'), () => runTimed([codegraph, 'init', files]), false);
    }
  }
}

/** In a folder that is not there before and after. */
function fresh(folder: string, run: (folder: string) => Timed, isMade = true): Timed {
  rmSync(folder, { recursive: true, force: true });
  if (isMade) mkdirSync(folder, { recursive: true });
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}
