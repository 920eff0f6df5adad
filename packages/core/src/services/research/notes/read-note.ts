/** Notes of papers as they stand in the vault, for who wants to read one. */
import { toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { request, type Asker } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import { PAPER_NOTES } from '../library/store/note-record.ts';

const MOST_LISTED = 500;

/** Null where there is no such note, or no vault: what lies outside of it is none. */
export async function readNote({ vault }: Deps, path: string, asker: Asker): Promise<string | null> {
  if (!vault || !/\.md$/iu.test(path) || path.split('/').some((name) => name === '' || name.startsWith('.')))
    return null;
  const parts: Uint8Array[] = [];
  try {
    for await (const part of vault.files.bytes({ path: `${vault.folder}/${path}` }, request(asker))) parts.push(part);
  } catch (error) {
    if (['NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT'].includes(toZapomniError(error).code)) return null;
    throw error;
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** From the root of the vault, those of papers of the workspace. */
export async function notePaths(deps: Deps, workspace: string): Promise<string[]> {
  const { items } = await collection(deps, PAPER_NOTES).list(workspace, { limit: MOST_LISTED });
  return items.filter(({ value }) => !value.removed).map(({ value }) => value.path);
}

/** Those of one paper. */
export async function notePathsOf(deps: Deps, workspace: string, paper: string): Promise<string[]> {
  const { items } = await collection(deps, PAPER_NOTES).list(workspace, { index: 'by_paper', where: { paper } });
  return items.filter(({ value }) => !value.removed).map(({ value }) => value.path);
}
