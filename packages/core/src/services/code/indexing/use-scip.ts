/**
 * Every `index.scip` of a repository: what the list of files shows, and the one at the root also where Git ignores it. Each is asked what it
 * says of files as they are now; the paths in it are from its own folder, as compilers of a part of a repository write them.
 */
import { toZapomniError } from '../../../errors/index.ts';
import { decodeFacts, type FileStat, type PackedFacts } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request } from '../../documents/fetch-source.ts';
import { scipLinks, type ScipIndex, type ScipLinks } from '../scip/index.ts';
import type { KeptFile, RepositoryRecord } from '../store/index.ts';
import { isLinked, packedFacts } from './link-input.ts';
import type { SeenFile } from './list-files.ts';
import type { SourceContext } from './read-source.ts';

const NAME = 'index.scip';
/** Of all of them together. */
const LONGEST = 256 * 1024 * 1024;
const MOST = 100;

export interface FoundScip {
  /** Of files nearest first: what a part says of itself comes before what the whole says of it. */
  readonly files: readonly Pick<SeenFile, 'path' | 'absolute' | 'stat'>[];
  /** Other whenever one of them is. */
  readonly stamp: string;
  readonly leftOut: number;
}

/** Null where there is none. */
export async function findScip(
  deps: Deps,
  context: SourceContext,
  { root, listed }: { readonly root: string; readonly listed: readonly SeenFile[] },
): Promise<FoundScip | null> {
  const atRoot = listed.some(({ path }) => path === NAME) ? null : await statOf(deps, context, `${root}/${NAME}`);
  const all = [...listed, ...(atRoot ? [{ path: NAME, absolute: `${root}/${NAME}`, stat: atRoot }] : [])]
    .filter(({ stat }) => stat.size > 0)
    .toSorted((a, b) => depthOf(b.path) - depthOf(a.path) || (a.path < b.path ? -1 : 1));
  if (all.length === 0) return null;
  const files: SeenFile[] = [];
  let bytes = 0;
  for (const one of all) {
    bytes += one.stat.size;
    if (files.length < MOST && bytes <= LONGEST) files.push(one);
  }
  const stamps = all.map(({ path, stat }) => (path === NAME ? stat.version : `${path} ${stat.version}`));
  return { files, stamp: stamps.join('\n'), leftOut: all.length - files.length };
}

function depthOf(path: string): number {
  return path.split('/').length;
}

async function statOf(deps: Deps, context: SourceContext, path: string): Promise<FileStat | null> {
  try {
    const stat = await filesOf(deps).stat({ path }, request(context));
    return stat.kind === 'file' ? stat : null;
  } catch {
    context.signal?.throwIfAborted();
    return null;
  }
}

export interface UsedScip {
  readonly links: ScipLinks['files'];
  readonly said: NonNullable<RepositoryRecord['scip']>;
}

/** Those that cannot be read say why, and the others are used. */
export async function useScip(
  deps: Deps,
  context: SourceContext,
  { found, known }: { readonly found: FoundScip; readonly known: ReadonlyMap<string, KeptFile> },
): Promise<UsedScip> {
  const problems = found.leftOut > 0 ? [`${found.leftOut} of ${NAME} were left out: they are too many.`] : [];
  const indexes = async function* (): AsyncGenerator<ScipIndex> {
    for (const { path, absolute } of found.files)
      yield { folder: path.slice(0, -NAME.length), bytes: await bytesOf(deps, context, absolute) };
  };
  try {
    const links = await scipLinks(indexes(), {
      sourceOf: async (path) => {
        context.signal?.throwIfAborted();
        const file = known.get(path);
        return file && isLinked(file) ? sourceOf(deps, context, file) : null;
      },
      onBroken: (folder, error) => {
        context.signal?.throwIfAborted();
        problems.push(`${folder}${toZapomniError(error).message}`);
      },
    });
    const error = problems.length === 0 ? null : problems.join(' ');
    return { links: links.files, said: { stamp: found.stamp, used: links.used, ignored: links.ignored, error } };
  } catch (error) {
    context.signal?.throwIfAborted();
    const said = { stamp: found.stamp, used: 0, ignored: 0, error: toZapomniError(error).message };
    return { links: new Map(), said };
  }
}

async function bytesOf(deps: Deps, context: SourceContext, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of filesOf(deps).bytes({ path }, request(context))) parts.push(part);
  return Buffer.concat(parts);
}

async function sourceOf(deps: Deps, context: SourceContext, file: KeptFile) {
  const [memory] = await deps.storage.memories.get(
    context.store,
    file.value.memory === null ? [] : [file.value.memory],
  );
  for await (const { facts } of packedFacts(deps, context, [file]))
    return memory ? { text: memory.text, facts: decodeFacts(facts) } : null;
  return null;
}

export async function* withExact(
  files: AsyncIterable<PackedFacts>,
  links: ScipLinks['files'],
): AsyncGenerator<PackedFacts> {
  for await (const file of files) {
    const exact = links.get(file.path);
    yield exact ? { ...file, exact } : file;
  }
}
