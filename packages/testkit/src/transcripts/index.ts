/** Sessions of programs, recorded by hand in their formats, for the contract of those who read them. */
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { cursor, cursorAgent, oldCursor, opencode } from './databases.ts';
import { chatgpt, chatgptZip, claude, claudeZip } from './exports.ts';
import { gemini, oldGemini } from './gemini.ts';
import type { RecordedProgram } from './story.ts';

export { writeFork } from './codex.ts';
export { storyOf } from './databases.ts';
export type { RecordedProgram, Story } from './story.ts';
export * as story from './story.ts';

export const RECORDED_PROGRAMS: Readonly<Record<string, RecordedProgram>> = {
  'Claude Code': claudeCode,
  Codex: codex,
  Cursor: cursor,
  'Cursor, older': oldCursor,
  'Cursor, agent': cursorAgent,
  'Gemini CLI': gemini,
  'Gemini CLI, older': oldGemini,
  opencode,
  ChatGPT: chatgpt,
  'ChatGPT, zip': chatgptZip,
  'claude.ai': claude,
  'claude.ai, zip': claudeZip,
};
