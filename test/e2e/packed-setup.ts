/** Packs the product and installs the tarball in an empty folder, once for all end-to-end tests of a run. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import type { Packed } from './packed.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

/** Called by vitest before the tests; what it returns is called after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'zapomni-packed-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    project.provide('packed', await install(await pack(folder), path.join(folder, 'user')));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function pack(folder: string): Promise<string> {
  await npm(['pack', '--pack-destination', folder], root);
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack made no tarball.');
  return path.join(folder, tarball);
}

async function install(tarball: string, cwd: string): Promise<Packed> {
  await mkdir(cwd);
  await writeFile(path.join(cwd, 'package.json'), '{ "private": true }\n');
  await npm(['install', '--no-audit', '--no-fund', tarball], cwd);
  return {
    node: process.execPath,
    bin: path.join(cwd, 'node_modules/zapomni/dist/zapomni.js'),
    command: path.join(cwd, 'node_modules/.bin', process.platform === 'win32' ? 'zapomni.cmd' : 'zapomni'),
    cwd,
    tarball,
  };
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const script = process.env['npm_execpath'];
  const options = { cwd, env: outsideEnvironment(), shell: !script && process.platform === 'win32' };
  if (script) await run(process.execPath, [script, ...args], options);
  else await run('npm', args, options);
}

// Inside `npm run` npm describes the project it runs for in the environment; an npm started elsewhere must not read that.
function outsideEnvironment(): NodeJS.ProcessEnv {
  const about = /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !about.test(name)));
}
