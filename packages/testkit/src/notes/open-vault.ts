import type { Deps } from '@zapomni/core';
import { createLocalFolderWriter } from '@zapomni/providers/files';
import { createRecordingLogger } from '../fakes/index.ts';
import { openTestFiles } from '../files.ts';

/** A folder as the vault, and what writes to it. */
export function openTestVault(folder: string): Required<Pick<Deps, 'vault' | 'folders'>> {
  const logger = createRecordingLogger();
  const files = openTestFiles({ roots: [folder], logger, readsPerMinute: 1e9 });
  return { folders: createLocalFolderWriter({ logger }), vault: { folder, files } };
}
