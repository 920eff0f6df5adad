import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { answerHook, HOOK_TIMEOUT_MS, hookAnswer, orNothing } from '../../hooks/hook-answer.ts';

export default defineTool({
  name: 'hook_brief',
  title: 'Hook: the brief',
  description: 'For hooks of clients, not for models: what a session or a helper of it should know when it begins.',
  input: z.strictObject({
    cwd: z.string().optional().describe("Where the client works; its project's workspace comes first."),
    session_id: z.string().optional().describe('Nothing is given twice in one.'),
    agent_type: z.string().optional().describe('Of a helper, whose brief is shorter.'),
  }),
  output: hookAnswer,
  annotations: ADDS,
  timeoutMs: HOOK_TIMEOUT_MS,
  async run({ cwd, session_id, agent_type }, { app, signal }) {
    const helper = orNothing(agent_type) !== undefined;
    // Helpers of one session know nothing of what the others were told.
    const session = helper ? undefined : orNothing(session_id);
    const request = { event: helper ? 'helper' : 'start', folder: orNothing(cwd), session, signal } as const;
    return answerHook(helper ? 'SubagentStart' : 'SessionStart', () => app.recall.brief(request));
  },
  text: (answer) => JSON.stringify(answer),
});
