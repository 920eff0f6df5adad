/** Every format there is, in the order in which they are shown. A library's formats (Zotero, BibTeX) will stand here too. */
import type { ImportFormat } from '../import-format.ts';
import { agentNotes } from './agent-notes.ts';
import { basicMemory } from './basic-memory.ts';
import { chatgpt } from './chatgpt.ts';
import { claudeCode } from './claude-code.ts';
import { claudeMem } from './claude-mem.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { csv } from './csv.ts';
import { cursor } from './cursor.ts';
import { jsonl } from './jsonl.ts';
import { markdown } from './markdown.ts';
import { mcpMemoryService } from './mcp-memory-service.ts';
import { mem0 } from './mem0.ts';
import { mempalace } from './mempalace.ts';
import { obsidian } from './obsidian.ts';
import { zapomni } from './zapomni.ts';

export const IMPORT_FORMATS: readonly ImportFormat[] = [
  markdown,
  obsidian,
  agentNotes,
  csv,
  jsonl,
  mem0,
  chatgpt,
  claude,
  claudeCode,
  codex,
  cursor,
  basicMemory,
  mcpMemoryService,
  mempalace,
  claudeMem,
  zapomni,
];
