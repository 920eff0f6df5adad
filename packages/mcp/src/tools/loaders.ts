// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';

type Load = () => Promise<{ readonly default: readonly ZapomniTool[] }>;

export const toolLoaders: Readonly<Record<string, Load>> = {
  code: () => import('./code.ts'),
  collection: () => import('./collection.ts'),
  discovery: () => import('./discovery.ts'),
  documents: () => import('./documents.ts'),
  forgetting: () => import('./forgetting.ts'),
  graph: () => import('./graph.ts'),
  hooks: () => import('./hooks.ts'),
  memory: () => import('./memory.ts'),
  models: () => import('./models.ts'),
  papers: () => import('./papers.ts'),
  queries: () => import('./queries.ts'),
  research: () => import('./research.ts'),
  tasks: () => import('./tasks.ts'),
  time: () => import('./time.ts'),
  workflows: () => import('./workflows.ts'),
  workspaces: () => import('./workspaces.ts'),
  'compat-server-memory': () => import('./compat-server-memory.ts'),
};
