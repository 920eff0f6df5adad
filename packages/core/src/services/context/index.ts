/** What a session is told when it begins. */
export type { ContextEntry, ContextReason, ContextRequest, SessionContext } from './context-request.ts';
