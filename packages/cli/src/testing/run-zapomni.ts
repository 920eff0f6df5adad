/** Runs the real command as a child process, for tests. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/zapomni.ts', import.meta.url));

export interface RunOptions {
  /** Given to stdin, which is then closed. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** For Node itself, before the script. */
  readonly nodeArgs?: readonly string[];
  readonly uid?: number;
  readonly cwd?: string;
}

export interface RunResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing of the surroundings but what a program needs to run: settings of the developer must not decide a test. */
export function startZapomni(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
  const { env, nodeArgs = [], uid, cwd } = options;
  return spawn(process.execPath, [...nodeArgs, BIN, ...args], {
    env: { PATH: process.env['PATH'], ...quickly(nodeArgs), HOME: tmpdir(), TMPDIR: tmpdir(), ...env },
    stdio: 'pipe',
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/**
 * With what the run has bundled of it, and with code that was compiled before: by itself the command keeps that, but its threads do not.
 * Whoever has words for Node looks at the sources, one by one.
 */
function quickly(nodeArgs: readonly string[]): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE, ZAPOMNI_TEST_BUNDLE } = process.env;
  if (ZAPOMNI_TEST_BUNDLE === undefined || nodeArgs.length > 0) return { NODE_COMPILE_CACHE };
  const preload = pathToFileURL(path.join(ZAPOMNI_TEST_BUNDLE, 'test/bundle/take-bundle.js'));
  return { NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${preload.href}` };
}

export async function runZapomni(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = startZapomni(args, options);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: child.exitCode, stdout, stderr };
}

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-cli-'));
  folders.push(folder);
  return folder;
}

/** Call it when the tests of a file are done. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
