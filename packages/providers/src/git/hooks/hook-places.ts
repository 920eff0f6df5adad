/** What a repository has for hooks, read and written where it really lies. */
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FileRequest, HookFile, HookGround, HookPlaces, HookRefusal } from '@zapomni/core/ports';
import { findProgram, lookAt, refusal, type GitProgramOptions, type Program } from '../find-repository.ts';
import type { RepositoryFacts } from '../repository.ts';
import { applyStep } from './apply-step.ts';

/** Of a hook that is longer, only that much is looked at; it is moved, never written. */
const MOST_BYTES = 1024 * 1024;
/** Beside hooks: husky's scripts, the configuration and the log, and what shows that lefthook is in charge. */
const HUSKY = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'].map((event) => `.husky/${event}`);
const OF_GIT = ['config', 'zapomni-hooks.log'];
const LEFTHOOK = /^\.?lefthook\.(?:ya?ml|toml|json)$/u;

/** See the `HookPlaces` contract. */
export function createHookPlaces(options: GitProgramOptions): HookPlaces {
  return {
    async look(folder, request) {
      const program = await findProgram(options);
      if (typeof program === 'string') return refusal(program);
      const facts = await lookAt(folder, request, program, options.files);
      return typeof facts === 'string' ? refusal(facts) : groundOf(facts, program, request);
    },
    async apply({ root, commonDir }, steps) {
      for (const step of steps) await applyStep(step, [root, commonDir]);
    },
  };
}

async function groundOf(
  facts: RepositoryFacts,
  { runner, version }: Program,
  { signal }: FileRequest,
): Promise<HookGround | HookRefusal> {
  const { root, commonDir, gitDir } = facts;
  const args = ['-C', root, `--git-dir=${gitDir}`, `--work-tree=${root}`, 'rev-parse', '--git-path', 'hooks'];
  const told = path.resolve(root, await runner.line(args, { signal, keepHooksPath: true }));
  const [real, ownFolder] = [await realpathOrNull(told), path.join(commonDir, 'hooks')];
  const folder = toSlashes(real ?? told);
  // One that leads elsewhere is not the repository's.
  const own = (await realpathOrNull(ownFolder)) === ownFolder ? toSlashes(ownFolder) : null;
  const files = new Map<string, HookFile>();
  const places = [
    ...(await namesIn(folder)).map((name) => `${folder}/${name}`),
    ...(own === null ? [] : (await namesIn(own)).map((name) => `${own}/${name}`)),
    ...HUSKY.map((name) => toSlashes(path.join(root, name))),
    ...OF_GIT.map((name) => toSlashes(path.join(commonDir, name))),
    ...(await namesIn(root)).filter((name) => LEFTHOOK.test(name)).map((name) => toSlashes(path.join(root, name))),
  ];
  for (const place of places) {
    const file = await readHook(place);
    if (file) files.set(place, file);
  }
  const isOwn = [root, commonDir].some((top) => isBelow(toSlashes(top), folder));
  return {
    version,
    root: toSlashes(root),
    commonDir: toSlashes(commonDir),
    folder,
    ownFolder: toSlashes(ownFolder),
    isOwn,
    hasFolder: real !== null,
    files,
  };
}

async function readHook(place: string): Promise<HookFile | null> {
  const facts = await lstat(place).catch(() => null);
  if (!facts) return null;
  if (!facts.isFile()) return { bytes: '', kind: facts.isSymbolicLink() ? 'link' : 'other' };
  const handle = await open(place, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(MOST_BYTES, facts.size)), 0);
    return { bytes: buffer.toString('latin1', 0, bytesRead), kind: 'file' };
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  // Git comes with many samples, which are no hooks.
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.endsWith('.sample')).toSorted();
}

/** Of a folder that is still to be made, by the one above it. */
async function realpathOrNull(folder: string): Promise<string | null> {
  return realpath(folder).catch(() => null);
}

function isBelow(top: string, place: string): boolean {
  return place.startsWith(`${top}/`);
}

/** As Git tells paths, also on Windows. */
function toSlashes(place: string): string {
  return path.sep === '\\' ? place.replaceAll('\\', '/') : place;
}
