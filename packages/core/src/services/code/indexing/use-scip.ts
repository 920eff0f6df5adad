/** An `index.scip` at the root of a repository, wherever it came from: tracked or not, it is asked what it says of files as they are now. */
import { toZapomniError } from '../../../errors/index.ts';
import { decodeFacts, type FileStat, type PackedFacts } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request } from '../../documents/fetch-source.ts';
import { scipLinks, type ScipLinks } from '../scip/index.ts';
import type { KeptFile, RepositoryRecord } from '../store/index.ts';
import { isLinked, packedFacts } from './link-input.ts';
import type { SourceContext } from './read-source.ts';

const NAME = 'index.scip';
const LONGEST = 256 * 1024 * 1024;

/** How it lies there; null where it does not. */
export async function scipStamp(deps: Deps, context: SourceContext, root: string): Promise<FileStat | null> {
  try {
    const stat = await filesOf(deps).stat({ path: `${root}/${NAME}` }, request(context));
    return stat.kind === 'file' && stat.size > 0 ? stat : null;
  } catch {
    context.signal?.throwIfAborted();
    return null;
  }
}

export interface UsedScip {
  readonly links: ScipLinks['files'];
  readonly said: NonNullable<RepositoryRecord['scip']>;
}

/** One that cannot be read says why, and nothing else. */
export async function useScip(
  deps: Deps,
  context: SourceContext,
  { root, stat, known }: { root: string; stat: FileStat; known: ReadonlyMap<string, KeptFile> },
): Promise<UsedScip> {
  const stamp = stat.version;
  try {
    if (stat.size > LONGEST) throw new RangeError(`${NAME} is longer than ${LONGEST} bytes`);
    const parts: Uint8Array[] = [];
    for await (const part of filesOf(deps).bytes({ path: `${root}/${NAME}` }, request(context))) parts.push(part);
    const { files, used, ignored } = await scipLinks(Buffer.concat(parts), async (path) => {
      context.signal?.throwIfAborted();
      const file = known.get(path);
      return file && isLinked(file) ? sourceOf(deps, context, file) : null;
    });
    return { links: files, said: { stamp, used, ignored, error: null } };
  } catch (error) {
    context.signal?.throwIfAborted();
    return { links: new Map(), said: { stamp, used: 0, ignored: 0, error: toZapomniError(error).message } };
  }
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
