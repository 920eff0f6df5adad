/** Hooks that tell of commits, merges, checkouts and rebases. */
export { installHooks, removeHooks, type HookReport, type HookRequest } from './hooks.ts';
export type { HookWay } from './installation.ts';
export type { HookProgram } from './script.ts';
