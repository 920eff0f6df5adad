/** Exports of chats, as one downloads them. */
import path from 'node:path';
import { makePackage } from '../contracts/documents/cases/make-zip.ts';
import * as story from './story.ts';
import type { RecordedProgram, Story } from './story.ts';
import { put } from './write-files.ts';

type Node = readonly [id: string, parent: string | null, role: string, minutes: number, text: string, more?: object];

const NODES: readonly Node[] = [
  ['root', null, 'system', 0, story.INJECTED],
  ['n0', 'root', 'user', 0, story.INJECTED, { metadata: { is_visually_hidden_from_conversation: true } }],
  ['n1', 'n0', 'user', 0, story.QUESTION],
  ['n2', 'n1', 'assistant', 1, story.LOOKING],
  ['n3', 'n2', 'assistant', 1, 'INJECTED search()', { recipient: 'browser' }],
  ['n4', 'n3', 'tool', 1, story.TOOL_OUTPUT],
  ['n5', 'n4', 'assistant', 2, story.ANSWER],
  ['n6', 'n5', 'user', 3, story.TAKEN_BACK],
  ['n7', 'n6', 'assistant', 3, story.TAKEN_BACK_ANSWER],
  ['n8', 'n5', 'user', 4, story.INSTEAD],
  ['n9', 'n8', 'assistant', 4, story.INSTEAD_ANSWER],
  ['p1', 'n9', 'user', 7, story.LAST],
  ['p2', 'p1', 'assistant', 8, story.LAST_ANSWER],
];

function chatOf(session: string): object {
  const node = ([id, parent, role, minutes, text, more = {}]: Node) => ({
    id,
    parent,
    children: NODES.filter(([, above]) => above === id).map(([child]) => child),
    message: {
      id,
      author: { role },
      create_time: story.when(minutes) / 1000,
      content: { content_type: 'text', parts: [text, { content_type: 'image_asset_pointer' }] },
      recipient: 'all',
      ...more,
    },
  });
  const mapping = Object.fromEntries(NODES.map((one) => [one[0], node(one)]));
  return {
    conversation_id: session,
    title: 'Deploying',
    create_time: story.when(0) / 1000,
    current_node: 'p2',
    mapping,
  };
}

const block = (text: string) => ({ type: 'text', text });

function claudeChat(session: string): object {
  const message = (
    [uuid, parent]: readonly [string, string],
    sender: string,
    minutes: number,
    ...content: object[]
  ) => ({
    uuid,
    parent_message_uuid: parent,
    sender,
    text: 'INJECTED this block is not supported',
    content,
    attachments: [{ file_name: 'a.txt', extracted_content: story.INJECTED }],
    created_at: story.at(minutes),
  });
  const tools = [
    { type: 'tool_use', name: 'search' },
    { type: 'tool_result', content: [block(story.TOOL_OUTPUT)] },
  ];
  return {
    uuid: session,
    name: 'Deploying',
    created_at: story.at(0),
    chat_messages: [
      message(['m1', '00000000-0000-4000-8000-000000000000'], 'human', 0, block(story.QUESTION)),
      message(
        ['m2', 'm1'],
        'assistant',
        2,
        { type: 'thinking', thinking: story.THINKING },
        block(story.LOOKING),
        ...tools,
        block(story.ANSWER),
      ),
      message(['m3', 'm2'], 'human', 3, block(story.TAKEN_BACK)),
      message(['m4', 'm3'], 'assistant', 3, block(story.TAKEN_BACK_ANSWER)),
      message(['m5', 'm2'], 'human', 4, block(story.INSTEAD)),
      message(['m6', 'm5'], 'assistant', 4, block(story.INSTEAD_ANSWER)),
      message(['m7', 'm6'], 'human', 7, block(story.LAST)),
      message(['m8', 'm7'], 'assistant', 8, block(story.LAST_ANSWER)),
    ],
  };
}

type Chat = (session: string) => object;

const conversations = (chat: Chat, { session }: Story): string =>
  `[${JSON.stringify(chat(session))}, {"title" broken}]`;

const says = { times: true, folder: false, summary: false };

function asJson(client: string, chat: Chat): RecordedProgram {
  return {
    client,
    says,
    isFound: false,
    broken: { why: 'is not JSON' },
    write: (home, told) => put(path.join(home, 'Downloads', client, 'conversations.json'), conversations(chat, told)),
  };
}

function asZip(client: string, chat: Chat): RecordedProgram {
  return {
    client,
    says,
    isFound: false,
    broken: { why: 'is not JSON' },
    write: (home, told) =>
      put(
        path.join(home, 'Downloads', `${client}-export.zip`),
        makePackage({ 'user.json': '{}', 'conversations.json': conversations(chat, told) }),
      ),
  };
}

export const chatgpt = asJson('chatgpt', chatOf);
export const chatgptZip = asZip('chatgpt', chatOf);
export const claude = asJson('claude', claudeChat);
export const claudeZip = asZip('claude', claudeChat);
