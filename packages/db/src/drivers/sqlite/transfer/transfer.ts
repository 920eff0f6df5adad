/** All of the store as records: the port, as a table of what each method does in its transaction. */
import { changesOfRecords, changesOfRemoval, Tally, type RecordName, type TransferRecord } from '@zapomni/core/model';
import type { StoreTransfer } from '@zapomni/core/ports';
import { logChanges, writeLogged } from '../change-log.ts';
import type { Database } from '../connection/database.ts';
import { readMeta, writeMeta } from '../schema/format.ts';
import type { FullTextUpkeep } from '../full-text/upkeep/upkeep.ts';
import type { Served } from '../connection/protocol.ts';
import { isPackable, packPortion } from '../vectors/segments/pack.ts';
import type { Store } from '../store.ts';
import { Moment } from './moment.ts';
import { namesAfter } from './names-after.ts';
import { loadRecord } from './load-record.ts';
import { removeRecords } from './remove-records.ts';
import { writeRecords } from './write-records.ts';

const MARK = 'transfer_mark';

/** Records are read until they are this long together, in characters and bytes of vectors. */
const PAGE_LENGTH = 2_000_000;

export function createTransfer(store: Store, words: FullTextUpkeep): Served<StoreTransfer> {
  const { db } = store;
  const moment = new Moment(store);
  return {
    hold: () => moment.hold(),
    release: () => moment.release(),
    read: (after, limit) => moment.read((view) => readPage(view, after, limit)),
    summarize: (after, limit) =>
      moment.read((view) => {
        const tally = new Tally();
        const summaries = readPage(view, after, limit).map((record) => tally.add(record));
        return { summaries, totals: tally.totals() };
      }),
    find: (names) => moment.read((view) => names.flatMap((name) => loadRecord(view, name) ?? [])),
    write: (records, mark) => {
      store.write(() => {
        writeRecords(db, records);
        logChanges(store, changesOfRecords(records));
        writeMeta(db, MARK, mark);
        while (isPackable(db)) packPortion(db);
      });
      words.tend();
    },
    remove: (names) => writeLogged(store, () => removeRecords(db, names), changesOfRemoval).length,
    mark: () => store.read(() => readMeta<string>(db, MARK) ?? null),
  };
}

function readPage(db: Database, after: RecordName | null, limit: number): TransferRecord[] {
  const records: TransferRecord[] = [];
  let length = 0;
  for (const name of namesAfter(db, after, limit)) {
    const record = loadRecord(db, name);
    if (!record) continue;
    records.push(record);
    length += lengthOf(record);
    if (length >= PAGE_LENGTH) break;
  }
  return records;
}

function lengthOf(record: TransferRecord): number {
  if (record.kind === 'record') return record.value.length;
  if (record.kind !== 'memory') return 1;
  const texts = record.versions.reduce((sum, { text }) => sum + (text?.length ?? 0), record.memory.text.length);
  return record.vectors.reduce((sum, { vector, tokens }) => sum + vector.byteLength + (tokens?.length ?? 0), texts);
}
