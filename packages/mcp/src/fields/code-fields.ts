/** Symbols as clients see them, and arguments that the tools about code share. */
import { DEEPEST_CALLS, MOST_EDGES } from '@zapomni/core/code';
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { workspaceId } from '../workspace.ts';

export const symbolName = z.string().describe('bar, Foo.bar, dir/file.py:Foo, dir/file.py:12.');

/** Which repository is meant, beside the workspace. */
export const codeScope = {
  repository: z.string().optional().describe('Name, or a path in it.'),
  workspace_id: workspaceId.optional(),
};

const whole = z.number().int();
const mark = unlisted(z.boolean().optional());

export const symbolOutput = z.object({
  symbol_id: unlisted(z.string()),
  name: z.string(),
  kind: unlisted(z.string()),
  path: z.string(),
  line: whole,
  end_line: unlisted(whole),
  signature: unlisted(z.string()),
  is_test: mark,
});

export const candidateOutput = symbolOutput.extend({
  repository: unlisted(z.string()),
  match: unlisted(z.string()),
  callers: unlisted(whole),
});

/** What a name meant. Without `symbol`, those to choose from. */
export const meaningOutput = {
  status: z.enum(['found', 'ambiguous', 'not_found']),
  symbol: unlisted(symbolOutput.extend({ repository: z.string() }).optional()),
  candidates: unlisted(z.array(candidateOutput).optional()),
  candidates_total: unlisted(whole.optional()),
  candidates_complete: unlisted(z.boolean().optional()),
  suggestions: unlisted(z.array(candidateOutput).optional()),
  edges_behind: unlisted(z.boolean().optional()),
};

/** How much of a list is there. */
export const countedOutput = {
  count: unlisted(whole.optional()),
  total: whole.optional(),
  left_out: unlisted(whole.optional()),
  complete: unlisted(z.boolean().optional()),
  guesses_left_out: unlisted(whole.optional()),
};

/** Where a call stands, and how it is known. */
export const siteOutput = {
  path: z.string(),
  line: whole,
  depth: unlisted(whole),
  call_type: z.string(),
  argument_count: unlisted(whole.optional()),
  candidates: unlisted(whole.optional()),
  low: mark,
};

export const guesses = z.boolean().default(false).describe('Also calls known by name alone.');

/** What is asked of calls, in either direction. */
export const callsInput = {
  name: symbolName,
  depth: whole.min(1).max(DEEPEST_CALLS).default(1),
  limit: whole.min(1).max(MOST_EDGES).default(50),
  guesses,
  ...codeScope,
};

export const callsAliases = { function_name: 'name', qualified_name: 'name', symbol: 'name' } as const;
