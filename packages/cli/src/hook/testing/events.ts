/** Events in the shapes that clients send on stdin, from their documentation; folders and sessions are the test's. */
interface Told {
  readonly session: string;
  readonly folder: string;
  readonly prompt: string;
}

interface RecordedClient {
  readonly env: Readonly<Record<string, string>>;
  start(told: Told, source?: string): object;
  prompt(told: Told): object;
  /** What tells that a turn is over, one after the other. */
  end(told: Told, answer: string): readonly object[];
  /** Where the text for the model stands in an answer. */
  textIn(answer: unknown): unknown;
}

const specific = (answer: unknown): unknown =>
  (answer as { hookSpecificOutput?: { additionalContext?: unknown } }).hookSpecificOutput?.additionalContext;

export const RECORDED: Readonly<Record<string, RecordedClient>> = {
  claude: {
    env: { CLAUDECODE: '1' },
    start: ({ session, folder }, source = 'startup') => ({
      session_id: session,
      transcript_path: '/home/ann/.claude/projects/-shop/1.jsonl',
      cwd: folder,
      hook_event_name: 'SessionStart',
      source,
      model: 'claude-opus-4-5',
    }),
    prompt: ({ session, folder, prompt }) => ({
      session_id: session,
      transcript_path: '/home/ann/.claude/projects/-shop/1.jsonl',
      cwd: folder,
      permission_mode: 'default',
      hook_event_name: 'UserPromptSubmit',
      prompt,
    }),
    end: ({ session, folder }, answer) => [
      {
        session_id: session,
        transcript_path: '/home/ann/.claude/projects/-shop/1.jsonl',
        cwd: folder,
        permission_mode: 'default',
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: answer,
      },
    ],
    textIn: specific,
  },
  codex: {
    env: {},
    start: ({ session, folder }, source = 'startup') => ({
      session_id: session,
      turn_id: '1',
      transcript_path: null,
      cwd: folder,
      hook_event_name: 'SessionStart',
      model: 'gpt-5.2-codex',
      permission_mode: 'default',
      source,
    }),
    prompt: ({ session, folder, prompt }) => ({
      session_id: session,
      turn_id: '2',
      transcript_path: null,
      cwd: folder,
      hook_event_name: 'UserPromptSubmit',
      model: 'gpt-5.2-codex',
      permission_mode: 'default',
      prompt,
    }),
    end: ({ session, folder }, answer) => [
      {
        session_id: session,
        turn_id: '2',
        transcript_path: null,
        cwd: folder,
        hook_event_name: 'Stop',
        model: 'gpt-5.2-codex',
        permission_mode: 'default',
        stop_hook_active: false,
        last_assistant_message: answer,
      },
    ],
    textIn: specific,
  },
  gemini: {
    env: { GEMINI_PROJECT_DIR: '/not/there' },
    start: ({ session, folder }, source = 'startup') => ({
      session_id: session,
      transcript_path: '/home/ann/.gemini/tmp/shop/chats/1.json',
      cwd: folder,
      hook_event_name: 'SessionStart',
      timestamp: '2026-11-18T10:00:00.000Z',
      source,
    }),
    prompt: ({ session, folder, prompt }) => ({
      session_id: session,
      transcript_path: '/home/ann/.gemini/tmp/shop/chats/1.json',
      cwd: folder,
      hook_event_name: 'BeforeAgent',
      timestamp: '2026-11-18T10:01:00.000Z',
      prompt,
    }),
    end: ({ session, folder, prompt }, answer) => [
      {
        session_id: session,
        transcript_path: '/home/ann/.gemini/tmp/shop/chats/1.json',
        cwd: folder,
        hook_event_name: 'AfterAgent',
        timestamp: '2026-11-18T10:02:00.000Z',
        prompt,
        prompt_response: answer,
        stop_hook_active: false,
      },
    ],
    textIn: specific,
  },
  cursor: {
    env: { CURSOR_VERSION: '3.4.0' },
    start: ({ session, folder }) => ({
      conversation_id: session,
      generation_id: 'g1',
      hook_event_name: 'sessionStart',
      cursor_version: '3.4.0',
      workspace_roots: [folder],
      transcript_path: null,
    }),
    prompt: ({ session, folder, prompt }) => ({
      conversation_id: session,
      generation_id: 'g2',
      hook_event_name: 'beforeSubmitPrompt',
      cursor_version: '3.4.0',
      workspace_roots: [folder],
      prompt,
      attachments: [],
    }),
    end: ({ session, folder }, answer) => {
      const about = {
        conversation_id: session,
        generation_id: 'g2',
        cursor_version: '3.4.0',
        workspace_roots: [folder],
      };
      return [
        { ...about, hook_event_name: 'afterAgentResponse', text: 'Let me see what there is.' },
        { ...about, hook_event_name: 'afterAgentResponse', text: answer },
        { ...about, hook_event_name: 'stop', status: 'completed', loop_count: 0 },
      ];
    },
    textIn: (answer) => (answer as { additional_context?: unknown }).additional_context,
  },
};
