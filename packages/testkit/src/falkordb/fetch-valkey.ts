/**
 * A Valkey server from the machine's own Debian mirror, unpacked into a cache folder without touching the system. Debian 12
 * has one that is new enough for the FalkorDB module in its backports alone.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FETCH_TIMEOUT_MS = 120_000;
const BACKPORTED = ['valkey-server', 'valkey-tools'];
/** What these need and a small machine may lack; the last two are for the module. */
const LIBRARIES = ['libjemalloc2', 'liblzf1', 'libatomic1', 'libgomp1'];

/** The folder that holds `usr/bin/valkey-server`. Fetched once; whoever comes meanwhile waits for the first. */
export async function fetchValkey(cacheDir: string): Promise<string> {
  const home = path.join(cacheDir, 'valkey-8');
  if (existsSync(home)) return home;
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(path.join(cacheDir, 'fetching-'));
  try {
    await unpackInto(work, await readSuite());
    await rename(path.join(work, 'root'), home).catch((error: unknown) => {
      // Another process was quicker.
      if (!existsSync(home)) throw error;
    });
    return home;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unpackInto(work: string, suite: { readonly name: string; readonly source: string }): Promise<void> {
  const folders = ['sources', 'lists/partial', 'cache/archives/partial', 'root'].map((name) => path.join(work, name));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await writeFile(path.join(work, 'sources', 'debian.sources'), suite.source);
  const options = [
    'Dir::Etc::SourceList=/dev/null',
    `Dir::Etc::SourceParts=${path.join(work, 'sources')}`,
    `Dir::State::Lists=${path.join(work, 'lists')}`,
    `Dir::Cache=${path.join(work, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const apt = (...args: string[]) => run('apt-get', [...options, ...args], { cwd: work, timeout: FETCH_TIMEOUT_MS });
  await apt('update');
  await apt('download', ...BACKPORTED.map((name) => `${name}/${suite.name}-backports`), ...LIBRARIES);
  const packages = (await readdir(work)).filter((name) => name.endsWith('.deb'));
  for (const name of packages) await run('dpkg-deb', ['-x', name, 'root'], { cwd: work });
}

/** The machine's own source entry of Debian, with the backports beside the suite. */
async function readSuite(): Promise<{ name: string; source: string }> {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1];
  if (name === undefined) throw new Error('this is no Debian with a code name');
  const folder = '/etc/apt/sources.list.d';
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sources'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const stanzas = texts.flatMap((text) => text.split(/\n\s*\n/));
  const own = stanzas.find((stanza) => new RegExp(`^Suites:.*\\b${name}(\\s|$)`, 'm').test(stanza));
  if (own === undefined) throw new Error(`no apt source of the suite ${name}`);
  return { name, source: `${own.replace(/^Suites:.*$/m, `Suites: ${name} ${name}-backports`).trim()}\n` };
}
