/** Links the files of a repository: in a process that does nothing else, or here and in slices where there is none. */
import type { CodeLinkRequest, FileLinks } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { linkPacked } from '../linking/index.ts';

export function linkRepository(
  { codeLinker }: Pick<Deps, 'codeLinker'>,
  asked: CodeLinkRequest,
  signal: AbortSignal | undefined,
): AsyncIterable<FileLinks> {
  return codeLinker ? codeLinker.link(asked, signal ? { signal } : {}) : linkPacked(asked, { signal });
}
