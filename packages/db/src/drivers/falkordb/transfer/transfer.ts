/**
 * All of the store as records: the port. The engine holds no moment for a reader, so that reads speak of whatever is stored
 * when they are asked; held firmly, writers wait meanwhile. A batch is written graph by graph, its mark last: what a crash leaves of it is written again.
 */
import { changesOfRemoval, Tally, type RecordName, type TransferRecord } from '@zapomni/core/model';
import type { StoreTransfer } from '@zapomni/core/ports';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { findRecords } from './find-records.ts';
import { NameWindows } from './name-windows.ts';
import { removeRecords } from './remove-records.ts';
import { writeRecords } from './write-records.ts';

/** Records are read so many at a time, until they are so long together. */
const PORTION = 25;
const PAGE_LENGTH = 2_000_000;

export function createTransfer(context: Context): StoreTransfer {
  const { store, gate } = context;
  const windows = new NameWindows(context);
  const read = (after: RecordName | null, limit: number) => readPage(context, windows, after, limit);
  return {
    hold: async (firmly) => {
      if (firmly) await gate.close();
      return false;
    },
    release: () => gate.open(),
    read,
    summarize: async (after, limit) => {
      const tally = new Tally();
      const summaries = (await read(after, limit)).map((record) => tally.add(record));
      return { summaries, totals: tally.totals() };
    },
    find: (names) => findRecords(context, names),
    write: async (records, mark) => {
      await writeRecords(context, records);
      await store.command('repeatable', ['SET', store.names.mark, mark]);
    },
    remove: async (names) => {
      const gone = await removeRecords(context, names);
      if (gone > 0) await announce(store, changesOfRemoval(names));
      return gone;
    },
    mark: async () => {
      const [mark = null] = await store.command('none', ['GET', store.names.mark]);
      return typeof mark === 'string' ? mark : null;
    },
  };
}

/** Names of records that went meanwhile give none; then the next names are looked at, so that empty is the end. */
async function readPage(
  context: Context,
  windows: NameWindows,
  after: RecordName | null,
  limit: number,
): Promise<TransferRecord[]> {
  const records: TransferRecord[] = [];
  let length = 0;
  let last = after;
  while (records.length < limit && length < PAGE_LENGTH) {
    const names = await windows.next(last, Math.min(PORTION, limit - records.length));
    if (names.length === 0) break;
    last = names.at(-1) as RecordName;
    for (const record of await findRecords(context, names)) {
      records.push(record);
      length += lengthOf(record);
    }
  }
  return records;
}

function lengthOf(record: TransferRecord): number {
  if (record.kind === 'record') return record.value.length;
  if (record.kind !== 'memory') return 1;
  const texts = record.versions.reduce((sum, { text }) => sum + (text?.length ?? 0), record.memory.text.length);
  return record.vectors.reduce((sum, { vector, tokens }) => sum + vector.byteLength + (tokens?.length ?? 0), texts);
}
