import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import { NOT_A_TURN, turnOf, wordsOf } from '../shapes/turns.ts';
import { fieldsOf, idOf, isFields, textOf, type Fields } from '../shapes/values.ts';

const ROLES: Readonly<Record<string, 'user' | 'assistant'>> = { human: 'user', assistant: 'assistant' };

export const claude: ImportFormat = {
  name: 'claude',
  needs: 'conversations.json of the data export from claude.ai (unpack the zip), or the folder that it is in',
  comes: 'What you and Claude said, a memory per turn, with title, role and time; names of attachments.',
  lost: 'The text of attachments, files, tool calls and artifacts, thinking; projects, their documents and Claude’s own memory (projects.json, memories.json).',
  cutOf: (relative, named) => (named || /(?:^|\/)conversations\.json$/i.test(relative) ? 'elements' : null),
  open: () => ({ take: readConversation }),
};

function* readConversation({ where, value, part }: SourceItem): Generator<Finding> {
  if (part !== '') return;
  if (!isFields(value) || !Array.isArray(value.chat_messages)) {
    yield { where, skipped: 'is not a conversation (it has no chat_messages)' };
    return;
  }
  const title = textOf(value.name);
  const around = { where: title === '' ? where : `${where} (${title})`, title, conversation: idOf(value.uuid) };
  for (const message of value.chat_messages) yield readMessage(fieldsOf(message), around);
}

function readMessage(message: Fields, around: { where: string; title: string; conversation: string }): Finding {
  const role = ROLES[textOf(message.sender)];
  const id = idOf(message.uuid);
  if (!role) return { where: around.where, skipped: NOT_A_TURN };
  if (id === '') return { where: around.where, skipped: 'is a message without an id' };
  // Of answers with tools, `text` has notes about blocks that cannot be shown; the blocks have the words.
  const text = wordsOf(message.content) || textOf(message.text);
  const attachments = [message.attachments, message.files]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .map((file) => textOf(fieldsOf(file).file_name))
    .filter((name) => name !== '');
  return turnOf('claude', {
    ...around,
    role,
    id,
    text,
    time: message.created_at,
    source: 'claude',
    metadata: { attachments },
  });
}
