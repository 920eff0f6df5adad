// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import code from './code.ts';
import collection from './collection.ts';
import discovery from './discovery.ts';
import documents from './documents.ts';
import forgetting from './forgetting.ts';
import graph from './graph.ts';
import hooks from './hooks.ts';
import memory from './memory.ts';
import models from './models.ts';
import papers from './papers.ts';
import queries from './queries.ts';
import research from './research.ts';
import tasks from './tasks.ts';
import time from './time.ts';
import workflows from './workflows.ts';
import workspaces from './workspaces.ts';
import compatServerMemory from './compat-server-memory.ts';

export const toolGroups = {
  code: code,
  collection: collection,
  discovery: discovery,
  documents: documents,
  forgetting: forgetting,
  graph: graph,
  hooks: hooks,
  memory: memory,
  models: models,
  papers: papers,
  queries: queries,
  research: research,
  tasks: tasks,
  time: time,
  workflows: workflows,
  workspaces: workspaces,
  'compat-server-memory': compatServerMemory,
} satisfies Record<string, readonly ZapomniTool[]>;
