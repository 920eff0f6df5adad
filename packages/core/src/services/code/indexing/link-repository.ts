/** Links the files of a repository: in a process that does nothing else, or here and in slices where there is none. */
import type { CodeLinkRequest, FileLinks } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';

export function linkRepository(
  { codeLinker }: Pick<Deps, 'codeLinker'>,
  asked: CodeLinkRequest,
  signal: AbortSignal | undefined,
): AsyncIterable<FileLinks> {
  return codeLinker ? codeLinker.link(asked, signal ? { signal } : {}) : linkHere(asked, signal);
}

/** Loaded here only where there is no process for it. */
async function* linkHere(asked: CodeLinkRequest, signal: AbortSignal | undefined): AsyncGenerator<FileLinks> {
  const { linkPacked } = await import('../linking/index.ts');
  yield* linkPacked(asked, { signal });
}
