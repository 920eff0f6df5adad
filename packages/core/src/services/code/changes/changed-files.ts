/** Which files differ between two states of a repository, with the bytes of both. The later state may be the work tree. */
import { toZapomniError } from '../../../errors/index.ts';
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { ifTooLarge } from '../history/symbol-at.ts';
import { MOST_VERSION_BYTES } from '../history/version-facts.ts';

export interface ChangedFile {
  readonly path: string;
  /** The name it had; the same where it was not renamed. */
  readonly before: string;
  readonly old: FileBytes;
  readonly new: FileBytes;
}

/** Null where there is no such file, or one that is too large to be source. */
export type FileBytes = () => Promise<Uint8Array | null>;

export interface Between {
  /** Null: the empty tree, and the work tree. */
  readonly from: string | null;
  readonly to: string | null;
  readonly signal?: AbortSignal | undefined;
}

interface Side {
  readonly deps: Deps;
  readonly git: GitRepository;
  readonly client: string;
}

export async function* changedFiles(side: Side, { from, to, signal }: Between): AsyncGenerator<ChangedFile> {
  const options = signal ? { signal } : {};
  if (to === null) {
    yield* changedInWorkTree(side, from, options);
    return;
  }
  for await (const { path, before, kind, oldBlob, newBlob } of side.git.changes(from, to, options)) {
    if (kind !== 'file') continue;
    yield { path, before: before?.path ?? path, old: () => blob(side, oldBlob), new: () => blob(side, newBlob) };
  }
}

async function* changedInWorkTree(
  side: Side,
  from: string | null,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<ChangedFile> {
  const { git } = side;
  const names = await namesSince(git, from, options);
  for (const [path, before] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const old: FileBytes = async () => (from === null ? null : atCommit(git, from, before));
    yield { path, before, old, new: () => onDisk(side, path) };
  }
}

/** By the name of today, what it was called then. */
async function namesSince(
  git: GitRepository,
  from: string | null,
  options: { readonly signal?: AbortSignal },
): Promise<Map<string, string>> {
  const { commit: head } = await git.head();
  const names = new Map<string, string>();
  if (head !== null && from !== head)
    for await (const { path, before, kind } of git.changes(from, head, options))
      if (kind === 'file') names.set(path, before?.path ?? path);
  for await (const { path, before } of git.status(options)) {
    const was = before?.path ?? path;
    names.set(path, names.get(was) ?? was);
    if (was !== path) names.delete(was);
  }
  return names;
}

async function blob({ git }: Side, id: string | null): Promise<Uint8Array | null> {
  if (id === null) return null;
  return (await git.content({ blob: id }, { maxBytes: MOST_VERSION_BYTES }).catch(ifTooLarge))?.bytes ?? null;
}

async function atCommit(git: GitRepository, commit: string, path: string): Promise<Uint8Array | null> {
  return (await git.content({ commit, path }, { maxBytes: MOST_VERSION_BYTES }).catch(ifTooLarge))?.bytes ?? null;
}

async function onDisk({ deps: { files }, git, client }: Side, path: string): Promise<Uint8Array | null> {
  const place = { path: `${git.root}/${path}` };
  const pieces: Uint8Array[] = [];
  try {
    if (!files || (await files.stat(place, { client })).size > MOST_VERSION_BYTES) return null;
    for await (const piece of files.bytes(place, { client, end: MOST_VERSION_BYTES })) pieces.push(piece);
  } catch (error) {
    // Gone, a link or a folder by now.
    if (['NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'TOO_LARGE'].includes(toZapomniError(error).code)) return null;
    throw error;
  }
  return Buffer.concat(pieces);
}
