/** Runs the tests of a package of Python's own library, as Python brings them, and tells what was seen. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Observed, SeenFunction } from './observed.ts';

const SCRIPT = path.join(import.meta.dirname, 'trace.py');
const ALL_OF_IT = 256 * 1024 * 1024;

export interface Python {
  /** Where its library lies. */
  readonly folder: string;
  readonly version: string;
}

/** Null where there is no Python 3, or one without its tests, as distributions often leave them out. */
export function findPython(): Python | null {
  try {
    const asked =
      'import os, sys, test.test_argparse; print(os.path.dirname(os.__file__)); print(sys.version.split()[0])';
    const [folder = '', version = ''] = execFileSync('python3', ['-c', asked], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).split('\n');
    return existsSync(folder) ? { folder, version } : null;
  } catch {
    return null;
  }
}

interface Written {
  readonly functions: readonly (readonly [path: string, line: number, name: string])[];
  readonly calls: readonly (readonly [caller: number, line: number, callee: number, count: number])[];
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

export function tracePython({ folder }: Python, prefix: string, tests: readonly string[]): Observed {
  const output = execFileSync('python3', [SCRIPT, folder, prefix, ...tests], {
    maxBuffer: ALL_OF_IT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { functions, calls, lines } = JSON.parse(output.toString()) as Written;
  const seen = functions.map(([at, line, name]): SeenFunction => ({ path: at, line, name }));
  const ran = new Map(Object.entries(lines).map(([at, some]) => [at, new Set(some)]));
  return {
    calls: calls.map(([caller, , callee]) => [seen[caller] as SeenFunction, seen[callee] as SeenFunction]),
    ran: ({ path: at, line }) => ran.get(at)?.has(line) ?? false,
  };
}
