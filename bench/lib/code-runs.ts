/** Processes with all that they start, timed from outside. */
import { spawnSync } from 'node:child_process';
import { round } from './figures.ts';

export interface Timed {
  readonly wallMs: number;
  /** Of the process and of all that it waited for. */
  readonly cpuMs: number;
  /** What it printed, where that is JSON. */
  readonly said: Record<string, unknown>;
}

export function runTimed(command: readonly string[]): Timed {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"';
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (run.status !== 0) throw new Error(`${command.join(' ')} failed: ${run.stderr}`);
  const told = (run.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = told;
  return { wallMs: round(wall * 1000, 0), cpuMs: round((user + system) * 1000, 0), said: json(run.stdout) };
}

function json(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** As it is shipped; vectors follow when it is over, in whatever runs then. */
export function indexCommand(server: string, folder: string, data: string): string[] {
  const options = ['--include-tests', '--json', '--data-dir', data];
  return [process.execPath, server, 'index', folder, ...options];
}
