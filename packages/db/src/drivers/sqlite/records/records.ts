/** Records of collections: the port, as a table of what each method does in its transaction. */
import { invalidField } from '@zapomni/core/errors';
import { changesOfRecordWrites } from '@zapomni/core/model';
import type { RecordStore } from '@zapomni/core/ports';
import {
  checkCollection,
  checkRange,
  checkScan,
  checkTally,
  checkWrites,
} from '../../../shared/records/check-records.ts';
import { writeLogged } from '../change-log.ts';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { blobsInUse, blobsReferred, getRecords, listCollections } from './read-records.ts';
import { countMany, countRecords, tallyIndex } from './count-records.ts';
import { scanMany, scanRecords } from './scan-records.ts';
import { writeRecords } from './write-records.ts';

export function createRecords(store: Store): Served<RecordStore> {
  const { db } = store;
  return {
    write: (workspace, writes, at) => {
      checkWrites(writes);
      if (writes.length === 0) return [];
      return writeLogged(
        store,
        () => writeRecords(db, workspace, writes, at).versions,
        () => changesOfRecordWrites(workspace, writes),
      );
    },
    get: (workspace, collection, keys) => {
      checkCollection(collection);
      return store.read(() => getRecords(db, workspace, collection, keys));
    },
    scan: (workspace, scan) => {
      checkScan(scan);
      return store.read(() => scanRecords(db, workspace, scan));
    },
    scanMany: (workspace, scans) => {
      for (const scan of scans) checkScan(scan);
      return store.read(() => scanMany(db, workspace, scans));
    },
    count: (workspace, range) => {
      checkRange(range);
      return store.read(() => countRecords(db, workspace, range));
    },
    countMany: (workspace, ranges) => {
      for (const range of ranges) checkRange(range);
      return store.read(() => countMany(db, workspace, ranges));
    },
    tally: (workspace, index, least) => {
      checkTally(index, least);
      return store.read(() => tallyIndex(db, workspace, index, least));
    },
    collections: (workspace) => store.read(() => listCollections(db, workspace)),
    blobsInUse: (hashes) => store.read(() => blobsInUse(db, hashes)),
    blobsReferred: (after, limit) => {
      if (!Number.isInteger(limit) || limit < 1) throw invalidField('limit', 'must be 1 or more');
      return store.read(() => blobsReferred(db, after, limit));
    },
  };
}
