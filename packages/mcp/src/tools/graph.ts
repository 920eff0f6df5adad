// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import buildGraph from './graph/build-graph.ts';
import exportGraph from './graph/export-graph.ts';
import getEntity from './graph/get-entity.ts';
import getRelated from './graph/get-related.ts';
import graphStatus from './graph/graph-status.ts';
import link from './graph/link.ts';
import mergeEntities from './graph/merge-entities.ts';
import pruneMemory from './graph/prune-memory.ts';
import searchEntities from './graph/search-entities.ts';
import splitEntities from './graph/split-entities.ts';
import suggestMerges from './graph/suggest-merges.ts';
import unlink from './graph/unlink.ts';

export default [
  buildGraph,
  exportGraph,
  getEntity,
  getRelated,
  graphStatus,
  link,
  mergeEntities,
  pruneMemory,
  searchEntities,
  splitEntities,
  suggestMerges,
  unlink,
] satisfies readonly ZapomniTool[];
