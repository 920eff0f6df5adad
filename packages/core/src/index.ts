export { createApp, type App, type AppStats } from './app.ts';
export type { Deps } from './services/deps.ts';
export type { MemoryDraft } from './services/memory/draft.ts';
export type { Added, AddRequest, AddResult } from './services/memory/add-memories.ts';
export type { MemoryChange } from './services/memory/memories.ts';
export type { SearchHit, SearchRequest, SearchResult } from './services/search/search-memories.ts';
export type { Signal } from './services/search/fuse.ts';
export { checkWorkspaceId } from './services/workspaces/workspaces.ts';
