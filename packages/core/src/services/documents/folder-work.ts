/** Reading a folder as work: it goes on after the call that asked for it, and in another process should this one end. */
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../memory/prepare-text.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import { STALL_MS } from '../work/work-kind.ts';
import type { WorkRunner } from '../work/work-runner.ts';
import { readFolder, toWorkData, type FolderRequest } from './read-folder.ts';

const READ_FOLDER = 'read_folder';

type Asked = Pick<FolderRequest, 'workspace' | 'folder' | 'include' | 'exclude' | 'ignoreFiles' | 'client'>;

interface Payload {
  readonly folder: string;
  readonly client: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignore_files?: boolean;
}

export function registerFolderWork(
  deps: Deps,
  runner: WorkRunner,
  embeddings: EmbeddingBacklog,
  stored: () => void,
): void {
  runner.register({
    kind: READ_FOLDER,
    stallMs: STALL_MS,
    run: async (item, { signal, progress }) => {
      const { folder, client, include, exclude, ignore_files: ignoreFiles } = item.payload as unknown as Payload;
      const workspace = item.workspace ?? deps.config.workspace;
      const asked = { workspace, folder, client, include, exclude, ignoreFiles, signal };
      const report = await readFolder(deps, {
        ...asked,
        onProgress: ({ done, total }) => progress(done, total, 'files'),
      });
      if (report.passages > 0) await embeddings.start();
      stored();
      return toWorkData(report);
    },
  });
}

/** One at a time for a folder and what is wanted of it. */
export async function askForFolder(runner: WorkRunner, asked: Asked): Promise<WorkItem> {
  const { workspace, folder, client, include, exclude, ignoreFiles } = asked;
  const payload = {
    folder,
    client,
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(ignoreFiles === undefined ? {} : { ignore_files: ignoreFiles }),
  };
  const key = await sha256(JSON.stringify(payload));
  // Somebody waits for it.
  return runner.ask({ kind: READ_FOLDER, workspace, payload, key, priority: 1 });
}
