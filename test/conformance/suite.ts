/** The fixture server and the official suite, each as a process of its own, and what the suite found. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

const EXPECTED_FAILURES = path.join(import.meta.dirname, 'expected-failures.yml');
const SUITE = path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));

export interface FixtureServer {
  readonly url: string;
  /** Resolves to the exit code. Any number of times. */
  stop(): Promise<number | null>;
}

/** On a free port, by the command that people use. */
export async function startFixtures(): Promise<FixtureServer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
  const url = /listening on (\S+)/.exec(line)?.[1];
  if (url === undefined) throw new Error(`The fixture server did not start: ${line}`);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

export interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

export interface SuiteRun {
  readonly exitCode: number;
  /** What the suite printed. */
  readonly output: string;
  /** By scenario. */
  readonly checks: ReadonlyMap<string, readonly Check[]>;
}

/** Everything that the suite knows of this revision. `results` is an empty folder. */
export async function runSuite(url: string, revision: string, results: string): Promise<SuiteRun> {
  const given = ['server', '--url', url, '--requirements', revision, '-o', results];
  const command = [path.join(SUITE, 'dist/index.js'), ...given, '--expected-failures', EXPECTED_FAILURES];
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; output: string }>();
  const child = execFile(process.execPath, command, { maxBuffer: 64 << 20 }, (_error, stdout, stderr) => {
    resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr });
  });
  const { exitCode, output } = await promise;
  return { exitCode, output, checks: await readChecks(results) };
}

async function readChecks(results: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const found = new Map<string, readonly Check[]>();
  for (const folder of await readdir(results)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    if (scenario === undefined) throw new Error(`The suite left something unknown: ${folder}`);
    found.set(scenario, JSON.parse(await readFile(path.join(results, folder, 'checks.json'), 'utf8')));
  }
  return found;
}

/** What the suite itself says that a server of this revision must pass. */
export async function requiredScenarios(revision: string): Promise<string[]> {
  return readList(path.join(SUITE, 'requirements', `${revision}.yaml`));
}

export function expectedFailures(): Promise<string[]> {
  return readList(EXPECTED_FAILURES);
}

/** The list under `server:`. */
async function readList(file: string): Promise<string[]> {
  const list = /^server:\n((?: +- .+\n)*)/m.exec(await readFile(file, 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/- (\S+)/g)].map(([, name = '']) => name);
}
