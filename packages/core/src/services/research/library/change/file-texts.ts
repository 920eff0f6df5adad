/** The memories that hold the texts of files. */
import type { Deps } from '../../../deps.ts';
import { DOCUMENTS } from '../../../documents/document-record.ts';
import { collection } from '../../../records/collection.ts';
import type { KeptPaperFile } from '../store/file-record.ts';

export async function documentMemories(
  deps: Deps,
  workspace: string,
  files: readonly KeptPaperFile[],
): Promise<string[]> {
  const keys = files.flatMap(({ value }) => value.document ?? []);
  const documents = keys.length === 0 ? [] : await collection(deps, DOCUMENTS).getMany(workspace, keys);
  return documents.flatMap(({ value }) => value.memory ?? []);
}
