/** Folders that are followed: the user's wish, which outlives every process. Who follows one is a matter of the work queue. */
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { collection, type Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import type { FolderRequest } from './read-folder.ts';

const patterns = z.array(z.string()).nullable();

const WATCHED = defineCollection({
  name: 'watched_folders',
  schema: z.strictObject({
    /** Absolute. */
    folder: z.string(),
    include: patterns,
    exclude: patterns,
    ignore_files: z.boolean().nullable(),
    /** Who asked for it: their folders count. */
    client: z.string(),
    /** The kind of work by which those find it that may read it. */
    kind: z.string(),
    added_at: z.number(),
  }),
});

export type WatchedFolder = z.output<(typeof WATCHED)['schema']>;
export type KeptFolder = Kept<WatchedFolder>;

export type WatchRequest = Pick<
  FolderRequest,
  'workspace' | 'folder' | 'include' | 'exclude' | 'ignoreFiles' | 'client'
>;

const PAGE = 500;

/** A folder is watched once in a workspace, in the way that was asked for last. */
export async function keepFolder(deps: Deps, asked: WatchRequest, kind: string): Promise<void> {
  const { workspace, folder, include, exclude, ignoreFiles, client } = asked;
  const value = {
    folder,
    include: include ? [...include] : null,
    exclude: exclude ? [...exclude] : null,
    ignore_files: ignoreFiles ?? null,
    client,
    kind,
    added_at: deps.clock.now(),
  };
  await collection(deps, WATCHED).put(workspace, await keyOf(folder), value);
}

export async function findFolder(deps: Deps, workspace: string, folder: string): Promise<KeptFolder | null> {
  return collection(deps, WATCHED).get(workspace, await keyOf(folder));
}

export function dropFolder(deps: Deps, workspace: string, { key }: KeptFolder): Promise<void> {
  return collection(deps, WATCHED).delete(workspace, key);
}

export async function listFolders(deps: Deps, workspace: string): Promise<readonly KeptFolder[]> {
  const { items } = await collection(deps, WATCHED).list(workspace, { limit: PAGE });
  return items.toSorted((one, other) => (one.value.folder < other.value.folder ? -1 : 1));
}

export function requestOf(workspace: string, { value }: KeptFolder): WatchRequest {
  const { folder, include, exclude, ignore_files: ignoreFiles, client } = value;
  return {
    workspace,
    folder,
    client,
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(ignoreFiles === null ? {} : { ignoreFiles }),
  };
}

/** Paths may be longer than a key. */
function keyOf(folder: string): Promise<string> {
  return sha256(folder);
}
