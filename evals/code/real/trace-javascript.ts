/** Runs a program over a package of JavaScript or TypeScript and tells what was seen of the package (watch.ts). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallPlace, Observed, SeenFunction } from './observed.ts';
import type { Watched, WatchedFunction } from './watch.ts';

const WATCH = path.join(import.meta.dirname, 'watch.ts');
const LONGEST_MS = 300_000;

export interface Run {
  /** The program, and where it lies among the files. */
  readonly main: string;
  readonly mainPath: string;
  /** Which of the files are the package's: the others only make it run. */
  readonly isOfPackage: (file: string) => boolean;
  /** A folder of packages that the files may import. */
  readonly modules: string;
  readonly type: 'module' | 'commonjs';
}

/** `files`: the package's, by path, and what they need. */
export function traceJavaScript(files: Readonly<Record<string, string>>, run: Run): Observed {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-watch-')));
  try {
    const all = { ...files, 'package.json': JSON.stringify({ type: run.type }), [run.mainPath]: run.main };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    symlinkSync(run.modules, path.join(folder, 'node_modules'));
    return observedOf(watch(folder, files, run), files, run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function watch(folder: string, files: Readonly<Record<string, string>>, run: Run): Watched {
  const output = path.join(folder, 'watched.json');
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', WATCH, run.mainPath], {
    cwd: folder,
    env: {
      ...process.env,
      WATCH_ROOT: `${pathToFileURL(folder).href}/`,
      WATCH_FILES: JSON.stringify(Object.keys(files).filter(run.isOfPackage)),
      WATCH_OUTPUT: output,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LONGEST_MS,
  });
  return JSON.parse(readFileSync(output, 'utf8')) as Watched;
}

function observedOf(
  { calls, notRun }: Watched,
  files: Readonly<Record<string, string>>,
  { isOfPackage }: Run,
): Observed {
  const begins = new Map<string, readonly number[]>();
  const offsetOf = ([at, line, column]: WatchedFunction): number => {
    let lines = begins.get(at);
    if (!lines) begins.set(at, (lines = lineBegins(files[at] ?? '')));
    return (lines[line - 1] ?? 0) + column - 1;
  };
  const seen = (one: WatchedFunction): SeenFunction => {
    const [at, line] = one;
    return line === 0 ? { path: at, line, name: null } : { path: at, line, name: null, at: offsetOf(one) };
  };
  return {
    calls: calls
      .filter(([[caller], [callee]]) => isOfPackage(caller) && isOfPackage(callee))
      .map(([caller, callee]) => [seen(caller), seen(callee)]),
    ran: ({ path: at, site }: CallPlace) => {
      const skipped = notRun[at];
      return skipped !== undefined && site !== null && !skipped.some(([from, to]) => from <= site[0] && site[1] <= to);
    },
  };
}

function lineBegins(text: string): number[] {
  const begins = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) begins.push(at + 1);
  return begins;
}
