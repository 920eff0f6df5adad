/** The memories that hold the texts of files, and what readers have marked in them. */
import type { Deps } from '../../../deps.ts';
import { DOCUMENTS } from '../../../documents/document-record.ts';
import { collection } from '../../../records/collection.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import { annotationsOf } from '../store/index.ts';

export async function fileMemories(deps: Deps, workspace: string, files: readonly KeptPaperFile[]): Promise<string[]> {
  const keys = files.flatMap(({ value }) => value.document ?? []);
  const documents = keys.length === 0 ? [] : await collection(deps, DOCUMENTS).getMany(workspace, keys);
  const marked = await annotationsOf(deps).getMany(
    workspace,
    files.map(({ key }) => key),
  );
  return [...documents, ...marked].flatMap(({ value }) => value.memory ?? []);
}
