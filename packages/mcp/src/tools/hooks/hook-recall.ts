import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { answerHook, HOOK_TIMEOUT_MS, hookAnswer, orNothing } from '../../hooks/hook-answer.ts';

export default defineTool({
  name: 'hook_recall',
  title: 'Hook: recall',
  description:
    'For hooks of clients, not for models: what is remembered that bears on a prompt and was not given in the session. Mostly nothing.',
  input: z.strictObject({
    prompt: z.string(),
    cwd: z.string().optional().describe("Where the client works; its project's workspace comes first."),
    session_id: z.string().optional().describe('Nothing is given twice in one.'),
    source: z.string().optional().describe('Who speaks; prompts that programs make are passed over.'),
  }),
  output: hookAnswer,
  annotations: ADDS,
  timeoutMs: HOOK_TIMEOUT_MS,
  async run({ prompt, cwd, session_id, source }, { app, signal }) {
    const session = orNothing(session_id);
    const request = { event: 'prompt', prompt, folder: orNothing(cwd), session, source, signal } as const;
    const asked = { what: 'prompt', client: 'claude-code', session: session ?? '', folder: request.folder } as const;
    const heard = app.capture.hear({ ...asked, text: prompt, source }).catch(() => undefined);
    const answer = await answerHook('UserPromptSubmit', () => app.recall.prompt(request));
    await heard;
    return answer;
  },
  text: (answer) => JSON.stringify(answer),
});
