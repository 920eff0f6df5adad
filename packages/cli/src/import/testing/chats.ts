/** Chats, each as one program writes them, and what must come of them. */
import type { Example } from './example.ts';

const NOT_A_TURN = 'is no turn of the conversation (system, tool or bookkeeping)';
const NO_WORDS = 'has no words of the user or the assistant (tool calls, images, thinking)';

const message = (id: string, role: string, parts: unknown[], more: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1736209412.5,
  content: { content_type: 'text', parts },
  recipient: 'all',
  metadata: { model_slug: 'gpt-x' },
  ...more,
});
const node = (id: string, parent: string | null, said: object | null) => [
  id,
  { id, parent, children: [], message: said },
];

const chatgpt: Example = {
  format: 'chatgpt',
  make(folder) {
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' };
    const mapping = Object.fromEntries([
      node('root', null, null),
      node('s', 'root', message('s', 'system', [''], { metadata: { is_visually_hidden_from_conversation: true } })),
      node(
        'u',
        's',
        message('u', 'user', [picture, 'Which database?'], {
          content: { content_type: 'multimodal_text', parts: [picture, 'Which database?'] },
        }),
      ),
      node('old', 'u', message('old', 'assistant', ['The first answer'])),
      node('call', 'u', message('call', 'assistant', ['search()'], { recipient: 'web' })),
      node('code', 'call', message('code', 'assistant', [], { content: { content_type: 'code', text: 'x' } })),
      node('a', 'code', message('a', 'assistant', ['SQLite will do.'], { create_time: null })),
    ]);
    const conversation = {
      title: 'Databases',
      create_time: 1736209400,
      mapping,
      current_node: 'a',
      conversation_id: 'c-1',
    };
    folder.write('export/conversations.json', [conversation, { title: 'none' }]);
    folder.write('export/user.json', {});
    return folder.root;
  },
  drafts: [
    {
      where: 'export/conversations.json 1 (Databases)',
      text: 'Which database?',
      kind: 'conversation',
      metadata: {
        model: 'gpt-x',
        role: 'user',
        title: 'Databases',
        conversation: 'c-1',
        timestamp: '2025-01-07T00:23:32.500Z',
      },
      key: 'chatgpt:u',
    },
    {
      where: 'export/conversations.json 1 (Databases)',
      text: 'SQLite will do.',
      metadata: {
        model: 'gpt-x',
        role: 'assistant',
        title: 'Databases',
        conversation: 'c-1',
        timestamp: '2025-01-07T00:23:20.000Z',
      },
      key: 'chatgpt:a',
    },
  ],
  skipped: {
    [NOT_A_TURN]: ['export/conversations.json 1 (Databases)', 'export/conversations.json 1 (Databases)'],
    [NO_WORDS]: ['export/conversations.json 1 (Databases)'],
    'is not a conversation (it has no mapping)': ['export/conversations.json 2'],
    'is not a file of this format': ['export/user.json'],
  },
};

const claude: Example = {
  format: 'claude',
  make: (folder) =>
    folder.write('conversations.json', [
      {
        uuid: 'c-1',
        name: 'Trips',
        created_at: '2026-02-01T09:00:00Z',
        chat_messages: [
          {
            uuid: 'm-1',
            sender: 'human',
            text: 'Where to?',
            content: [],
            attachments: [{ file_name: 'map.pdf', extracted_content: 'x' }],
            files: [],
            created_at: '2026-02-01T09:00:01Z',
          },
          {
            uuid: 'm-2',
            sender: 'assistant',
            text: 'This block is not supported',
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: 'To Graz.' },
              { type: 'tool_use', name: 'x', input: {} },
              { type: 'text', text: 'By train.' },
            ],
            created_at: '2026-02-01T09:00:05Z',
          },
          {
            uuid: 'm-3',
            sender: 'assistant',
            text: '',
            content: [{ type: 'tool_use', name: 'x', input: {} }],
            created_at: '2026-02-01T09:00:06Z',
          },
        ],
      },
      7,
    ]),
  drafts: [
    {
      where: 'conversations.json 1 (Trips)',
      text: 'Where to?',
      metadata: {
        attachments: ['map.pdf'],
        role: 'user',
        title: 'Trips',
        conversation: 'c-1',
        timestamp: '2026-02-01T09:00:01Z',
      },
      key: 'claude:m-1',
    },
    { where: 'conversations.json 1 (Trips)', text: 'To Graz.\n\nBy train.', key: 'claude:m-2' },
  ],
  skipped: {
    [NO_WORDS]: ['conversations.json 1 (Trips)'],
    'is not a conversation (it has no chat_messages)': ['conversations.json 2'],
  },
};

export const CHATS: readonly Example[] = [chatgpt, claude];
