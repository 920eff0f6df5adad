/**
 * Who the server says it is. It imports nothing but a constant, because a client is greeted with it before anything else
 * is loaded.
 */
import { VERSION } from './version.ts';

export const SERVER_INFO = { name: 'zapomni', title: 'Zapomni memory', version: VERSION } as const;

/** What the server offers, whatever is set; a test compares it with what a server says of itself. */
export const CAPABILITIES = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} } as const;

/** What an agent is told about when to use its memory. Paid for in every session, so every sentence earns its place. */
export const INSTRUCTIONS = [
  'Zapomni is your long-term memory. It persists across sessions and stays on this machine.',
  'Before you answer from general knowledge about the user, their projects, preferences or past decisions, call search_memory.',
  'When you learn something worth keeping (a decision and its reason, a preference, a fact about the project, a solved problem), call add_memory: one self-contained statement per memory, with names and dates written out.',
  'When a remembered fact has changed, add the new one with `supersedes` set to the old memory_id instead of leaving both.',
  'Do not store secrets, or what is obvious from the code.',
].join(' ');

/** In `_meta` of a tool call: the folder that the client works in, which says whose workspace is meant. */
export const FOLDER_META = 'zapomni/folder';
