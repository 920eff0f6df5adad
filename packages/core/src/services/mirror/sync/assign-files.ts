/** Which file is whose: by the id in it, by where it was, and by what it says. */
import type { MirrorView, SeenFile } from '../state/mirror-view.ts';

export interface Assigned {
  /** The file of each memory, by its id. */
  readonly files: ReadonlyMap<string, SeenFile>;
  /** Files that are no memory's. */
  readonly loose: readonly SeenFile[];
  /** Files that say they are a memory that has another file: copies. */
  readonly copies: readonly (SeenFile & { readonly id: string })[];
}

export function assignFiles(view: MirrorView): Assigned {
  const [claims, nameless] = claimsOf(view);
  const files = new Map<string, SeenFile>();
  const copies: (SeenFile & { id: string })[] = [];
  for (const [id, some] of claims) {
    const first = firstOf(view, id, some);
    files.set(id, first);
    for (const other of some) if (other !== first) copies.push({ ...other, id });
  }
  const owners = ownersOf(view);
  const loose = nameless.filter((file) => {
    const id = owners.byPlace.get(file.relative) ?? owners.byHash.get(file.hash);
    if (id === undefined || files.has(id)) return true;
    files.set(id, file);
    return false;
  });
  return { files, loose, copies };
}

function claimsOf({ files }: MirrorView): [Map<string, SeenFile[]>, SeenFile[]] {
  const claims = new Map<string, SeenFile[]>();
  const nameless: SeenFile[] = [];
  for (const file of files.values()) {
    if (file.isConflictCopy) continue;
    if (file.id === null) nameless.push(file);
    else claims.set(file.id, [...(claims.get(file.id) ?? []), file]);
  }
  return [claims, nameless];
}

/** Where it was before is the one; else the one that says what was said before; else the first by name. */
function firstOf({ notes }: MirrorView, id: string, files: readonly SeenFile[]): SeenFile {
  const note = notes.get(id);
  const byName = files.toSorted((a, b) => (a.relative < b.relative ? -1 : 1));
  return (
    byName.find(({ relative }) => relative === note?.file) ??
    byName.find(({ hash }) => hash === note?.hash) ??
    (byName[0] as SeenFile)
  );
}

/**
 * A file without an id where a memory's was: an editor wrote over the id, or its id could not be written yet. In the latter
 * case it may have been renamed since.
 */
function ownersOf({ notes }: MirrorView) {
  const [byPlace, byHash] = [new Map<string, string>(), new Map<string, string>()];
  for (const { memory, file, stamp, hash } of notes.values()) {
    byPlace.set(file, memory);
    if (stamp === '') byHash.set(hash, memory);
  }
  return { byPlace, byHash };
}
