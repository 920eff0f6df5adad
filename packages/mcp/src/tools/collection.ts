// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import backupCollection from './collection/backup-collection.ts';
import collectionStats from './collection/collection-stats.ts';
import createCustomIndex from './collection/create-custom-index.ts';
import deleteCustomIndex from './collection/delete-custom-index.ts';
import exportArticleData from './collection/export-article-data.ts';
import inspectChunks from './collection/inspect-chunks.ts';
import listCustomIndexes from './collection/list-custom-indexes.ts';
import optimizeSearch from './collection/optimize-search.ts';
import reindexCollection from './collection/reindex-collection.ts';
import restoreCollection from './collection/restore-collection.ts';

export default [
  backupCollection,
  collectionStats,
  createCustomIndex,
  deleteCustomIndex,
  exportArticleData,
  inspectChunks,
  listCustomIndexes,
  optimizeSearch,
  reindexCollection,
  restoreCollection,
] satisfies readonly ZapomniTool[];
