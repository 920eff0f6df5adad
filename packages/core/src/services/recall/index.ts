/** What is told without being asked for. */
export type { Gift, Given, HookEvent, HookRequest, PromptRequest } from './recall-request.ts';
