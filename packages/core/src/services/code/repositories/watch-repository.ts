/** Keeps the index of a repository as its work tree is, for as long as the signal lets it. */
import type { Deps } from '../../deps.ts';
import { filesOf } from '../../documents/fetch-source.ts';
import type { IndexReport, IndexRequest } from '../indexing/index-request.ts';
import { WALK_EXCLUDES } from '../indexing/leave-out.ts';
import { openRepository } from '../indexing/open-repository.ts';

export interface WatchRepositoryRequest extends Omit<IndexRequest, 'dryRun'> {
  readonly signal: AbortSignal;
  /** After each run; the first one has looked at everything. */
  readonly onReport: (report: IndexReport) => void;
}

/** What is told while a run goes on is looked at after it, however much it is: a run finds out itself what has changed. */
export async function watchRepository(
  deps: Deps,
  asked: WatchRepositoryRequest,
  index: (request: IndexRequest) => Promise<IndexReport>,
): Promise<void> {
  const { client, signal, onReport } = asked;
  const { root, git, value } = await openRepository(deps, asked);
  await git?.close();
  let [isTold, wake]: [boolean, () => void] = [true, () => undefined];
  const told = (): void => {
    isTold = true;
    wake();
  };
  signal.addEventListener('abort', () => wake(), { once: true });
  const exclude = [...WALK_EXCLUDES, ...value.options.exclude];
  await filesOf(deps).watchFolder({ path: root }, { client, signal, exclude }, told);
  while (!signal.aborted) {
    if (!isTold) await new Promise<void>((resolve) => (wake = resolve));
    if (signal.aborted) return;
    isTold = false;
    onReport(await index(asked));
  }
}
