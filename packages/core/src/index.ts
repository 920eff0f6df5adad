/** The application and its parts. What each part is asked and answers has a door of its own: `@zapomni/core/graph` and so on. */
export { createApp, type App } from './app/app.ts';
export type { BackupCalls, BackupSchedule } from './app/backups.ts';
export type { CodeCalls } from './app/code/code.ts';
export type { CompatCalls } from './app/compat.ts';
export type { ContextCalls } from './app/context.ts';
export type { DocumentCalls } from './app/documents.ts';
export type { AppEvent, EventCalls, EventFilter, EventStream, Subscription } from './app/events.ts';
export type { GraphCalls } from './app/graph.ts';
export type { MemoryCalls } from './app/memories.ts';
export type { MirrorCalls } from './app/mirror.ts';
export type { ModelCalls } from './app/models.ts';
export type { SearchCalls } from './app/search.ts';
export type { AppStats, StoreCalls } from './app/store.ts';
export type { TimeCalls } from './app/time.ts';
export type { WorkCalls } from './app/work.ts';
export type { WorkspaceCalls } from './app/workspaces.ts';
export type { Deps } from './services/deps.ts';
export { checkWorkspaceId } from './services/workspaces/workspaces.ts';
