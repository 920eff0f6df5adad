/** What a backup holds of papers: their records, those of their documents, their memories, and which blobs these name. */
import type { CollectionRecord, MemoryRecord } from '../../../model/index.ts';
import type { BackupFile } from '../../../ports/index.ts';
import { backupLines } from '../../backup/read-backup.ts';
import { readExport } from '../../migrate/read-export.ts';
import { PAPERS, type PaperRecord } from '../library/store/paper-record.ts';

export interface PaperParts {
  /** By the paper that they go with, in the order in which they are written. */
  readonly records: ReadonlyMap<string, readonly CollectionRecord[]>;
  readonly memories: ReadonlyMap<string, readonly MemoryRecord[]>;
  readonly blobs: ReadonlySet<string>;
}

/** Records of documents go with papers through their memories; all others name their paper, or one that does, as their parent. */
export async function collectParts(
  file: BackupFile,
  workspace: string,
  wanted: ReadonlyMap<string, Pick<PaperRecord, 'memory' | 'texts'>>,
  signal: AbortSignal | undefined,
): Promise<PaperParts> {
  const owners = new Map([...wanted.keys()].map((id) => [id, id]));
  const ofMemory = new Map(
    [...wanted].flatMap(([id, { memory, texts }]) =>
      [...texts, ...(memory === null ? [] : [memory])].map((one) => [one, id] as const),
    ),
  );
  const memories = new Map<string, MemoryRecord[]>();
  const others: CollectionRecord[] = [];
  for await (const record of recordsOf(file, workspace, signal)) {
    if (record.kind === 'memory') {
      const owner = ofMemory.get(record.id);
      if (owner !== undefined) add(memories, owner, record);
    } else if (isOfLibrary(record.collection)) others.push(record);
  }
  const records = new Map<string, CollectionRecord[]>();
  // A child may come before its parent: look again until nothing more is found.
  for (let left = others, before = -1; left.length !== before;) {
    before = left.length;
    left = left.filter((record) => {
      const owner = ownerOf(record, owners, ofMemory);
      if (owner === undefined) return true;
      owners.set(record.key, owner);
      add(records, owner, record);
      return false;
    });
  }
  const blobs = new Set([...records.values()].flat().flatMap((record) => record.blobs));
  return { records, memories, blobs };
}

const COLLECTIONS =
  /^(?:paper_(?:identifiers|fields|files|annotations|references|contexts|versions|notes)|papers|documents|document_(?:structures|papers))$/;

function isOfLibrary(collection: string): boolean {
  return COLLECTIONS.test(collection);
}

function ownerOf(
  { collection, key, parent }: CollectionRecord,
  owners: ReadonlyMap<string, string>,
  ofMemory: ReadonlyMap<string, string>,
): string | undefined {
  if (collection === PAPERS.name) return owners.get(key);
  if (!parent) return undefined;
  return 'memory' in parent ? ofMemory.get(parent.memory) : owners.get(parent.key);
}

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const known = map.get(key);
  if (known) known.push(item);
  else map.set(key, [item]);
}

export async function* recordsOf(
  file: BackupFile,
  workspace: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<CollectionRecord | MemoryRecord> {
  for await (const { record } of readExport(backupLines(file.read()))) {
    signal?.throwIfAborted();
    if ((record.kind === 'record' || record.kind === 'memory') && record.workspace === workspace) yield record;
  }
}
