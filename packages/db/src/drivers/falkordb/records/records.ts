/** Records of collections: the port. */
import { invalidField } from '@zapomni/core/errors';
import type { RecordStore } from '@zapomni/core/ports';
import {
  checkCollection,
  checkRange,
  checkScan,
  checkTally,
  checkWrites,
} from '../../../shared/records/check-records.ts';
import type { Context } from '../context.ts';
import { blobsInUse, blobsReferred, getRecords, listCollections } from './read-records.ts';
import { countMany, countRecords, tallyIndex } from './count-records.ts';
import { scanMany, scanRecords } from './scan-records.ts';
import { writeToWorkspace } from './write-to-workspace.ts';

export function createRecords(context: Context): RecordStore {
  return {
    write: async (workspace, writes, at) => {
      checkWrites(writes);
      return (await writeToWorkspace(context, workspace, writes, at)).versions;
    },
    get: async (workspace, collection, keys) => {
      checkCollection(collection);
      return getRecords(context, workspace, collection, keys);
    },
    scan: async (workspace, scan) => {
      checkScan(scan);
      return scanRecords(context, workspace, scan);
    },
    scanMany: async (workspace, scans) => {
      for (const scan of scans) checkScan(scan);
      return scanMany(context, workspace, scans);
    },
    count: async (workspace, range) => {
      checkRange(range);
      return countRecords(context, workspace, range);
    },
    countMany: async (workspace, ranges) => {
      for (const range of ranges) checkRange(range);
      return countMany(context, workspace, ranges);
    },
    tally: async (workspace, index, least) => {
      checkTally(index, least);
      return tallyIndex(context, workspace, index, least);
    },
    collections: (workspace) => listCollections(context, workspace),
    blobsInUse: (hashes) => blobsInUse(context, hashes),
    blobsReferred: async (after, limit) => {
      if (!Number.isInteger(limit) || limit < 1) throw invalidField('limit', 'must be 1 or more');
      return blobsReferred(context, after, limit);
    },
  };
}
