/** Which server to load the FalkorDB module into: one on the PATH, the module's own where it runs here, or a fetched one. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchValkey } from './fetch-valkey.ts';

const run = promisify(execFile);

/** The module refuses older ones. */
const LEAST_VERSION = [7, 2] as const;

export interface FalkordbBinary {
  readonly server: string;
  readonly module: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

let found: Promise<FalkordbBinary> | undefined;

/** Rejects with the reason when there is none for this machine. */
export function findFalkordb(): Promise<FalkordbBinary> {
  found ??= find();
  return found;
}

async function find(): Promise<FalkordbBinary> {
  const folder = findModuleFolder();
  const module = path.join(folder, 'falkordb.so');
  for (const server of ['valkey-server', 'redis-server', path.join(folder, 'redis-server')]) {
    if (await isNewEnough(server)) return { server, module, env: process.env };
  }
  const home = await fetchValkey(cacheDir());
  const libraries = path.join(home, 'usr/lib/x86_64-linux-gnu');
  const env = { ...process.env, LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH'] ?? ''].join(':') };
  return { server: path.join(home, 'usr/bin/valkey-server'), module, env };
}

function findModuleFolder(): string {
  const require = createRequire(import.meta.url);
  try {
    return path.join(path.dirname(require.resolve('@falkordblite/linux-x64/package.json')), 'bin');
  } catch {
    throw new Error('the package @falkordblite/linux-x64 is not installed; it exists for Linux on x64 alone');
  }
}

async function isNewEnough(server: string): Promise<boolean> {
  try {
    const { stdout } = await run(server, ['--version'], { timeout: 10_000 });
    const [, major = '0', minor = '0'] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
    const [least, leastMinor] = LEAST_VERSION;
    return Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor);
  } catch {
    return false;
  }
}

function cacheDir(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  return path.join(existsSync(base) || homedir() !== '/' ? base : '/tmp', 'zapomni-falkordb');
}
