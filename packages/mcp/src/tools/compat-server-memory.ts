// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import addObservations from './compat-server-memory/add-observations.ts';
import createEntities from './compat-server-memory/create-entities.ts';
import createRelations from './compat-server-memory/create-relations.ts';
import deleteEntities from './compat-server-memory/delete-entities.ts';
import deleteObservations from './compat-server-memory/delete-observations.ts';
import deleteRelations from './compat-server-memory/delete-relations.ts';
import openNodes from './compat-server-memory/open-nodes.ts';
import readGraph from './compat-server-memory/read-graph.ts';
import searchNodes from './compat-server-memory/search-nodes.ts';

export default [
  addObservations,
  createEntities,
  createRelations,
  deleteEntities,
  deleteObservations,
  deleteRelations,
  openNodes,
  readGraph,
  searchNodes,
] satisfies readonly ZapomniTool[];
