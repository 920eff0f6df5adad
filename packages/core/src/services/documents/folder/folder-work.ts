/** Reading a folder as work: it goes on after the call that asked for it, and in another process should this one end. */
import { toZapomniError } from '../../../errors/index.ts';
import type { WorkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import type { EmbeddingBacklog } from '../../embedding/embedding-backlog.ts';
import { STALL_MS, type WorkControl } from '../../work/work-kind.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { readFolder, toWorkData, type FolderReport } from './read-folder.ts';
import type { WatchRequest } from './watched-folders.ts';

export const READ_FOLDER = 'read_folder';

/** So long the reading has the machine for itself: first everything is found by its words, then by its meaning. */
const HEAD_START_MS = 2000;

type Payload = {
  readonly folder: string;
  readonly client: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignore_files?: boolean;
  /** It is to be followed when it has been read. */
  readonly watch?: boolean;
};

export interface FolderWorkParts {
  readonly embeddings: EmbeddingBacklog;
  /** What was stored also waits to be read for the graph. */
  stored(): void;
  /** All of it has been read that could be, and it is to be watched. */
  readonly watch: (workspace: string, folder: string) => Promise<void>;
}

export function registerFolderWork(deps: Deps, runner: WorkRunner, parts: FolderWorkParts): void {
  const run = async (item: WorkItem, { signal, progress }: WorkControl): Promise<FolderReport> => {
    const { folder, client, include, exclude, ignore_files: ignoreFiles } = item.payload as Payload;
    const workspace = item.workspace ?? deps.config.workspace;
    const asked = { workspace, folder, client, include, exclude, ignoreFiles, signal };
    const report = await readFolder(deps, {
      ...asked,
      onProgress: ({ done, total }) => progress(done, total, 'files'),
      onStored: embedMeanwhile(parts.embeddings),
    });
    if (report.passages > 0) await parts.embeddings.start();
    parts.stored();
    return report;
  };
  runner.register({
    kind: READ_FOLDER,
    stallMs: STALL_MS,
    run: async (item, control) => {
      const { folder, watch = false } = item.payload as Payload;
      const follow = () => (watch ? parts.watch(item.workspace ?? deps.config.workspace, folder) : Promise.resolve());
      try {
        const report = await run(item, control);
        await follow();
        return toWorkData(report);
      } catch (error) {
        if (isOver(error, control)) await follow();
        throw error;
      }
    },
  });
}

/** Who stops the reading, or finds no folder, has not said that it is not to be watched. What goes on does so by itself. */
function isOver(error: unknown, { stop }: WorkControl): boolean {
  const { fault, retryable } = toZapomniError(error).policy;
  return stop === 'cancelled' || (stop === null && fault === 'caller' && !retryable);
}

/** Vectors wait until reading has had its head start; a large folder gets them meanwhile. */
export function embedMeanwhile(embeddings: EmbeddingBacklog): () => void {
  const begun = performance.now();
  return () => {
    if (performance.now() - begun > HEAD_START_MS) embeddings.queued();
  };
}

/** One at a time for a folder and what is wanted of it. */
export async function askForFolder(runner: WorkRunner, asked: WatchRequest, watch: boolean): Promise<WorkItem> {
  const { workspace, folder, client, include, exclude, ignoreFiles } = asked;
  const payload = {
    folder,
    client,
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(ignoreFiles === undefined ? {} : { ignore_files: ignoreFiles }),
    ...(watch ? { watch } : {}),
  };
  const key = await sha256(JSON.stringify(payload));
  // Somebody waits for it.
  return runner.ask({ kind: READ_FOLDER, workspace, payload, key, priority: 1 });
}
