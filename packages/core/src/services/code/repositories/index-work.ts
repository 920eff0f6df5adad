/** Indexing as work: it goes on after the call that asked for it, and in another process should this one end. */
import { ERROR_POLICIES, ZapomniError, type ErrorCode } from '../../../errors/index.ts';
import type { WorkData, WorkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, isBelow } from '../../documents/fetch-source.ts';
import type { EmbeddingBacklog } from '../../embedding/embedding-backlog.ts';
import { followWork } from '../../work/follow-work.ts';
import { STALL_MS, WorkLater, type WorkControl } from '../../work/work-kind.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import type { RepositoryOptions } from '../store/index.ts';
import { toWorkData, type IndexProgress, type IndexReport, type IndexRequest } from '../indexing/index-request.ts';
import { openRepository } from '../indexing/open-repository.ts';

export const INDEX_CODEBASE = 'index_codebase';

/** Who may not read the folder leaves the work to those who may, for a day. */
const OTHERS_MS = 30_000;
const DAY_MS = 24 * 3_600_000;

type Payload = {
  readonly path: string;
  readonly client: string;
  readonly options?: Partial<RepositoryOptions>;
};

export function registerIndexWork(deps: Deps, runner: WorkRunner, embeddings: EmbeddingBacklog): void {
  const run = async (item: WorkItem, { signal, progress }: WorkControl): Promise<WorkData> => {
    const { path, client, options } = item.payload as Payload;
    leaveToOthers(deps, item, path);
    // Most processes index nothing: what does it is loaded with the first that is to be.
    const { indexRepository } = await import('../indexing/index-repository.ts');
    const report = await indexRepository(deps, {
      workspace: item.workspace ?? deps.config.workspace,
      path,
      client,
      signal,
      ...(options ? { options } : {}),
      onProgress: ({ done, total, step }) => progress(done, total, step),
    });
    // Not before: until then reading and linking have the machine, and nobody knows what is important.
    if (report.passages > 0) await embeddings.start();
    return toWorkData(report);
  };
  runner.register({ kind: INDEX_CODEBASE, stallMs: STALL_MS, run });
}

function leaveToOthers(deps: Deps, { createdAt }: WorkItem, path: string): void {
  const roots = deps.codeParser && deps.files ? deps.files.foldersFor('') : [];
  if (roots.some((root) => root === path || isBelow(root, path))) return;
  const now = deps.clock.now();
  if (now - createdAt < DAY_MS) throw new WorkLater(now + OTHERS_MS);
  filesOf(deps);
}

/** One at a time for a repository: whoever asks while it runs has it done again at the end. A slip of the pen is told at once. */
export async function askForIndex(deps: Deps, runner: WorkRunner, asked: IndexRequest): Promise<WorkItem> {
  const { workspace, client, options } = asked;
  const { key, root, git } = await openRepository(deps, asked);
  await git?.close();
  const payload = { path: root, client, ...(options ? { options: plain(options) } : {}) };
  // Somebody waits for it.
  return runner.ask({ kind: INDEX_CODEBASE, workspace, payload, key, priority: 1 });
}

function plain(options: Partial<RepositoryOptions>): { readonly [name: string]: WorkData } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Waits for it, whichever process does it. Fails as the work has failed. */
export async function followIndex(
  runner: WorkRunner,
  { id }: WorkItem,
  { onProgress, signal }: Pick<IndexRequest, 'onProgress' | 'signal'>,
): Promise<IndexReport> {
  const tell = ({ progress: { done, total, message } }: WorkItem): void =>
    onProgress?.({ done, total, step: message === 'links' ? 'links' : 'files' } satisfies IndexProgress);
  const ended = await followWork(runner, id, { onProgress: tell, signal });
  signal?.throwIfAborted();
  const report = ended && reportOf(ended);
  if (report) return report;
  throw new ZapomniError('CANCELLED', 'The indexing was not waited for; it goes on in the background.');
}

/** Null while it has not ended. Fails as the work has failed. */
export function reportOf({ state, result, error }: WorkItem): IndexReport | null {
  if (state === 'completed') return result as unknown as IndexReport;
  if (state === 'cancelled') throw new ZapomniError('CANCELLED', 'The indexing was cancelled.');
  if (state !== 'failed') return null;
  const { code, message } = error ?? { code: 'INTERNAL', message: 'The indexing failed.' };
  throw new ZapomniError(code in ERROR_POLICIES ? (code as ErrorCode) : 'INTERNAL', message);
}
