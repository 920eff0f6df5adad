import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { HOOK_TIMEOUT_MS, hookAnswer, orNothing } from '../../hooks/hook-answer.ts';

export default defineTool({
  name: 'hook_turn',
  title: 'Hook: the end of a turn',
  description:
    'For hooks of clients, not for models: what was answered in a turn, or the summary that a compaction left. What is worth keeping of it is kept in the background.',
  input: z.strictObject({
    session_id: z.string(),
    cwd: z.string().optional().describe("Where the client works; its project's workspace gets what is kept."),
    answer: z.string().optional().describe('What was finally answered.'),
    prompt: z.string().optional().describe('What was asked; else what hook_recall was told in the session.'),
    compact_summary: z.string().optional().describe('Of a compaction, in place of an answer.'),
    client: z.string().optional().describe('Which program it is; claude-code if not said.'),
    agent_id: z.string().optional().describe('Of a helper, whose turns are not kept.'),
  }),
  output: hookAnswer,
  annotations: ADDS,
  timeoutMs: HOOK_TIMEOUT_MS,
  async run({ session_id: session, cwd, answer, prompt, compact_summary: summary, client, agent_id }, { app }) {
    const isCompaction = orNothing(summary) !== undefined;
    const about = { session, client: orNothing(client) ?? 'claude-code', folder: orNothing(cwd) };
    const said = isCompaction
      ? ({ what: 'compaction', text: summary ?? '' } as const)
      : ({ what: 'turn', text: answer ?? '', prompt: orNothing(prompt) } as const);
    // A hook never fails: whoever types waits for it.
    const isHelper = orNothing(agent_id) !== undefined;
    await app.capture.hear({ ...about, ...said, isHelper }).catch(() => undefined);
    return {};
  },
  text: (result) => JSON.stringify(result),
});
