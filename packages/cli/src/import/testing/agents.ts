/** Sessions of coding agents, each as one program writes them, and what must come of them. */
import type { Example } from './example.ts';

const NOT_A_TURN = 'is no turn of the conversation (system, tool or bookkeeping)';
const NO_WORDS = 'has no words of the user or the assistant (tool calls, images, thinking)';
const SIDE = 'was said to or by a sub-agent';

const line = (type: string, uuid: string, content: unknown, more: object = {}) => ({
  type,
  uuid,
  sessionId: 's-1',
  timestamp: '2026-04-01T08:00:00.000Z',
  cwd: '/home/ada/app',
  gitBranch: 'main',
  isSidechain: false,
  message: { role: type, content },
  ...more,
});
const answer = (uuid: string, block: object) =>
  line('assistant', uuid, [], { message: { id: 'msg_1', role: 'assistant', model: 'm', content: [block] } });

const claudeCode: Example = {
  format: 'claude-code',
  make(folder) {
    const reminder = '<system-reminder>\nBe brief.\n</system-reminder>';
    folder.lines(
      'p/s-1.jsonl',
      { type: 'ai-title', aiTitle: 'Fix the build', sessionId: 's-1' },
      line('user', 'u-1', `Why does it fail?\n${reminder}`),
      answer('a-1', { type: 'thinking', thinking: 'hm' }),
      answer('a-2', { type: 'text', text: 'Let me look.' }),
      answer('a-3', { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
      line('user', 'u-2', [{ type: 'tool_result', tool_use_id: 't', content: 'exit 1' }]),
      answer('a-4', { type: 'text', text: 'A missing file.' }),
      line('user', 'u-3', 'Caveat: …', { isMeta: true }),
      line('user', 'u-4', 'Look into it', { isSidechain: true }),
      '{"type":"user","mess',
      line('user', 'u-5', [{ type: 'text', text: 'Thanks' }]),
    );
    folder.lines('p/s-1/subagents/agent-1.jsonl', line('user', 'u-9', 'A sub-agent'));
    return folder.root;
  },
  drafts: [
    {
      where: 'p/s-1.jsonl line 2',
      text: 'Why does it fail?',
      metadata: {
        cwd: '/home/ada/app',
        git_branch: 'main',
        role: 'user',
        title: 'Fix the build',
        conversation: 's-1',
        timestamp: '2026-04-01T08:00:00.000Z',
      },
      key: 'claude-code:u-1',
    },
    { where: 'p/s-1.jsonl line 4', text: 'Let me look.\n\nA missing file.', key: 'claude-code:msg_1' },
    { where: 'p/s-1.jsonl line 11', text: 'Thanks', key: 'claude-code:u-5' },
  ],
  skipped: {
    [NOT_A_TURN]: ['p/s-1.jsonl line 1', 'p/s-1.jsonl line 8'],
    [NO_WORDS]: ['p/s-1.jsonl line 3', 'p/s-1.jsonl line 5', 'p/s-1.jsonl line 6'],
    [SIDE]: ['p/s-1.jsonl line 9'],
    'is not JSON': ['p/s-1.jsonl line 10'],
    'is not a file of this format': ['p/s-1/subagents/agent-1.jsonl'],
  },
};

const said = (role: string, type: string, text: string, timestamp = '2026-05-01T08:00:01.000Z') => ({
  timestamp,
  type: 'response_item',
  payload: { type: 'message', role, content: [{ type, text }] },
});

const codex: Example = {
  format: 'codex',
  make(folder) {
    folder.lines(
      '2026/05/01/rollout-2026-05-01T08-00-00-t-1.jsonl',
      {
        timestamp: '2026-05-01T08:00:00.000Z',
        type: 'session_meta',
        payload: { id: 't-1', cwd: '/srv/app', git: { branch: 'dev' } },
      },
      said('developer', 'input_text', 'Skills'),
      said('user', 'input_text', '<environment_context>\n<cwd>/srv/app</cwd>\n</environment_context>'),
      said('user', 'input_text', 'Rename it', '2026-05-01T08:00:02.000Z'),
      {
        timestamp: '2026-05-01T08:00:02.000Z',
        type: 'event_msg',
        payload: { type: 'user_message', message: 'Rename it' },
      },
      {
        timestamp: '2026-05-01T08:00:03.000Z',
        type: 'response_item',
        payload: { type: 'function_call', name: 'shell', arguments: '{}' },
      },
      said('assistant', 'output_text', 'Renamed.', '2026-05-01T08:00:04.000Z'),
    );
    folder.lines('history.jsonl', { session_id: 't-1', ts: 1, text: 'Rename it' });
    return folder.root;
  },
  drafts: [
    {
      where: '2026/05/01/rollout-2026-05-01T08-00-00-t-1.jsonl line 4',
      text: 'Rename it',
      metadata: {
        cwd: '/srv/app',
        git_branch: 'dev',
        role: 'user',
        conversation: 't-1',
        timestamp: '2026-05-01T08:00:02.000Z',
      },
      key: /^codex:2026-05-01T08:00:02.000Z:[0-9a-f]{64}$/,
    },
    { where: '2026/05/01/rollout-2026-05-01T08-00-00-t-1.jsonl line 7', text: 'Renamed.' },
  ],
  skipped: {
    [NOT_A_TURN]: [1, 2, 5, 6].map((n) => `2026/05/01/rollout-2026-05-01T08-00-00-t-1.jsonl line ${n}`),
    [NO_WORDS]: ['2026/05/01/rollout-2026-05-01T08-00-00-t-1.jsonl line 3'],
    'is not a file of this format': ['history.jsonl'],
  },
};

const cursor: Example = {
  format: 'cursor',
  make: (folder) => {
    folder.database('state.vscdb', (database) => {
      database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
      const put = database.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)');
      put.run('bubbleId:c-1:b-1', Buffer.from(JSON.stringify({ type: 1, text: 'Add a test' })));
      put.run('bubbleId:c-1:b-2', JSON.stringify({ type: 2, text: '', toolFormerData: { name: 'edit_file' } }));
      put.run('bubbleId:c-1:b-3', JSON.stringify({ type: 2, text: 'Added.', createdAt: '2026-06-01T10:00:09.000Z' }));
      put.run('bubbleId:c-1:b-4', 'broken {');
      put.run('composerData:c-1', JSON.stringify({ name: 'Tests', createdAt: 1780308000000 }));
      put.run('composerData:c-2', null);
    });
    folder.lines(
      'projects/app/agent-transcripts/c-9.jsonl',
      { role: 'user', message: { content: [{ type: 'text', text: '<user_query>\nWhat is this?\n</user_query>' }] } },
      {
        role: 'assistant',
        message: {
          content: [
            { type: 'text', text: 'A parser.' },
            { type: 'tool_use', name: 'Read' },
          ],
        },
      },
    );
    return folder.root;
  },
  drafts: [
    {
      where: 'projects/app/agent-transcripts/c-9.jsonl line 1',
      text: 'What is this?',
      metadata: { role: 'user', conversation: 'c-9' },
      key: 'cursor:c-9:line:1',
    },
    { where: 'projects/app/agent-transcripts/c-9.jsonl line 2', text: 'A parser.' },
    {
      where: 'state.vscdb bubbles 1',
      text: 'Add a test',
      metadata: { role: 'user', title: 'Tests', conversation: 'c-1', timestamp: '2026-06-01T10:00:00.000Z' },
      key: 'cursor:c-1:b-1',
    },
    {
      where: 'state.vscdb bubbles 3',
      text: 'Added.',
      metadata: { role: 'assistant', title: 'Tests', conversation: 'c-1', timestamp: '2026-06-01T10:00:09.000Z' },
    },
  ],
  skipped: { [NO_WORDS]: ['state.vscdb bubbles 2'], [NOT_A_TURN]: ['state.vscdb bubbles 4'] },
};

export const AGENTS: readonly Example[] = [claudeCode, codex, cursor];
