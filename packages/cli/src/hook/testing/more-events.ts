/**
 * Events of clients that take less than others, or say less: in the shapes that they send, from their sources (Kimi, droid) and their documentation;
 * folders and sessions are the test's.
 */
interface Told {
  readonly session: string;
  readonly folder: string;
  readonly prompt: string;
}

interface OtherClient {
  readonly env: Readonly<Record<string, string>>;
  /** Null where the client sends none, or takes nothing then. */
  readonly start: ((told: Told) => object) | null;
  prompt(told: Told): object;
  /** What tells that a turn is over; null for what has no end that hooks hear of. */
  end(told: Told, answer: string): object;
  /** Whether it says what was answered. */
  readonly saysAnswer: boolean;
  /** Where the text for the model stands in the answer to a prompt; null where nothing is taken then. */
  readonly textAtPrompt: ((answer: unknown) => unknown) | null;
  readonly textAtStart: (answer: unknown) => unknown;
}

type Answer = { hookSpecificOutput?: { additionalContext?: unknown }; additionalContext?: unknown; message?: unknown };

const specific = (answer: unknown): unknown => (answer as Answer).hookSpecificOutput?.additionalContext;
const plain = (answer: unknown): unknown => (answer as Answer).additionalContext;

const claudes = (more: object) => ({
  start: ({ session, folder }: Told) => ({
    session_id: session,
    cwd: folder,
    hook_event_name: 'SessionStart',
    source: 'startup',
    ...more,
  }),
  prompt: ({ session, folder, prompt }: Told) => ({
    session_id: session,
    cwd: folder,
    hook_event_name: 'UserPromptSubmit',
    prompt,
    ...more,
  }),
  end: ({ session, folder }: Told, answer: string) => ({
    session_id: session,
    cwd: folder,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: answer,
    ...more,
  }),
  saysAnswer: true,
  textAtPrompt: specific,
  textAtStart: specific,
});

export const OTHER_CLIENTS: Readonly<Record<string, OtherClient>> = {
  qwen: {
    env: { QWEN_PROJECT_DIR: '/srv/shop', GEMINI_PROJECT_DIR: '/srv/shop' },
    ...claudes({ transcript_path: '/home/ann/.qwen/tmp/1.json', timestamp: '2026-11-18T10:00:00.000Z' }),
  },
  codebuddy: {
    env: { CODEBUDDY_PROJECT_DIR: '/srv/shop' },
    ...claudes({ transcript_path: '/home/ann/.codebuddy/projects/shop/1.jsonl', permission_mode: 'default' }),
  },
  /** Its payload has no folder; a variable has. */
  devin: {
    env: {},
    ...claudes({ transcript_path: '/home/ann/.local/share/devin/1.json', cwd: undefined }),
  },
  droid: {
    env: { FACTORY_PROJECT_DIR: '/srv/shop', DROID_PROJECT_DIR: '/srv/shop' },
    ...claudes({
      transcript_path: '/home/ann/.factory/sessions/1.jsonl',
      permission_mode: 'auto-low',
      message_id: 'm1',
    }),
    end: ({ session, folder }) => ({
      session_id: session,
      transcript_path: '/home/ann/.factory/sessions/1.jsonl',
      cwd: folder,
      permission_mode: 'auto-low',
      hook_event_name: 'Stop',
      message_id: 'm2',
      stop_hook_active: false,
      tool_execution_count: 0,
      elapsed_time: 1200,
    }),
    saysAnswer: false,
  },
  kimi: {
    env: {},
    start: null,
    prompt: ({ session, folder, prompt }) => ({
      hook_event_name: 'UserPromptSubmit',
      session_id: session,
      cwd: folder,
      prompt: [{ type: 'text', text: prompt }],
      is_steer: false,
    }),
    end: ({ session, folder }) => ({
      hook_event_name: 'Stop',
      session_id: session,
      cwd: folder,
      stop_hook_active: false,
    }),
    saysAnswer: false,
    textAtPrompt: (answer) => (answer as Answer).message,
    textAtStart: specific,
  },
  copilot: {
    env: {},
    start: ({ session, folder }) => ({ sessionId: session, timestamp: 1763460000000, cwd: folder, source: 'new' }),
    prompt: ({ session, folder, prompt }) => ({ sessionId: session, timestamp: 1763460000000, cwd: folder, prompt }),
    end: ({ session, folder }) => ({
      sessionId: session,
      timestamp: 1763460000000,
      cwd: folder,
      transcriptPath: '/home/ann/.copilot/session-state/1/events.jsonl',
      stopReason: 'end_turn',
    }),
    saysAnswer: false,
    textAtPrompt: plain,
    textAtStart: plain,
  },
  vscode: {
    env: {},
    start: ({ session, folder }) => ({
      sessionId: session,
      hookEventName: 'SessionStart',
      cwd: folder,
      timestamp: '2026-11-18T10:00:00.000Z',
      source: 'new',
    }),
    prompt: ({ session, folder, prompt }) => ({
      sessionId: session,
      hookEventName: 'UserPromptSubmit',
      cwd: folder,
      timestamp: '2026-11-18T10:00:00.000Z',
      prompt,
    }),
    end: ({ session, folder }) => ({
      sessionId: session,
      hookEventName: 'Stop',
      cwd: folder,
      timestamp: '2026-11-18T10:00:00.000Z',
      stop_hook_active: false,
    }),
    saysAnswer: false,
    textAtPrompt: null,
    textAtStart: specific,
  },
  windsurf: {
    env: {},
    start: null,
    prompt: ({ session, prompt }) => ({
      agent_action_name: 'pre_user_prompt',
      trajectory_id: session,
      execution_id: 'e1',
      timestamp: '2026-11-18T10:00:00Z',
      tool_info: { user_prompt: prompt },
    }),
    // It hands over all that was done in a turn, tools too: none of it is taken.
    end: ({ session }, answer) => ({
      agent_action_name: 'post_cascade_response',
      trajectory_id: session,
      execution_id: 'e1',
      timestamp: '2026-11-18T10:00:00Z',
      tool_info: { response: `### Planner response\n\n${answer}` },
    }),
    saysAnswer: false,
    textAtPrompt: null,
    textAtStart: specific,
  },
};
