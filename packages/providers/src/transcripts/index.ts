/** Past sessions of other programs on this machine, and exports of chats, turn by turn. */
import type { TranscriptSource } from '@zapomni/core/ports';
import { chatgpt } from './chatgpt.ts';
import { claudeCode } from './claude-code.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export { fileFacts, filesBelow } from './place.ts';

export const TRANSCRIPT_SOURCES: readonly TranscriptSource[] = [
  claudeCode,
  codex,
  cursor,
  gemini,
  opencode,
  chatgpt,
  claude,
];
