/** Runs the real command as a child process, for tests. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

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
    env: { PATH: process.env['PATH'], HOME: tmpdir(), TMPDIR: tmpdir(), ...env },
    stdio: 'pipe',
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(cwd === undefined ? {} : { cwd }),
  });
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
