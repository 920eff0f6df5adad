import type { TranscriptItem } from '@zapomni/core/ports';
import { fieldsOf, listOf, type Fields } from '../sources/parse/pick.ts';
import { branchTo } from './branch.ts';
import { Conversation } from './conversation.ts';
import { exportSource } from './export-file.ts';
import { momentOf, stringOf, withoutInserted, wordsOf } from './words.ts';

const CLIENT = 'claude';
const TOOLS = new Set(['tool_use', 'tool_result', 'server_tool_use', 'web_search_tool_result']);

export const claude = exportSource({
  client: CLIENT,
  title: 'Claude (claude.ai)',
  lies: 'the data export: the zip, or conversations.json from it',
  isConversation: ({ chat_messages: messages }) => Array.isArray(messages),
  tell,
});

function* tell(value: Fields): Generator<TranscriptItem> {
  const conversation = new Conversation(CLIENT, stringOf(value['uuid']));
  for (const message of keptMessages(value)) {
    if (message['sender'] === 'human') {
      const at = momentOf(message['created_at'] ?? value['created_at']);
      yield* conversation.ask({ words: withoutInserted(wordsIn(message)), at, folder: null });
    } else if (message['sender'] === 'assistant') conversation.answer(finalWords(message));
  }
  yield* conversation.end();
}

/** `text` has notes about blocks that cannot be shown, or nothing; the blocks have the words. */
const wordsIn = ({ content, text }: Fields): string => wordsOf(content) || stringOf(text);

/** One message holds the whole answer, with all the tools that were used for it. */
function finalWords(message: Fields): string {
  const blocks = listOf(message['content']);
  const last = blocks.findLastIndex((block) => TOOLS.has(stringOf(fieldsOf(block)['type'])));
  return last < 0 ? wordsIn(message) : wordsOf(blocks.slice(last + 1));
}

/** All branches lie in one list, and exports do not say which was shown: the one that the newest message is on. */
function keptMessages(value: Fields): Fields[] {
  const messages = listOf(value['chat_messages']).map(fieldsOf);
  if (!messages.some((message) => stringOf(message['parent_message_uuid']) !== '')) return messages;
  const byId = new Map(messages.map((message) => [stringOf(message['uuid']), message]));
  const newest = messages.reduce((a, b) => (timeOf(b) >= timeOf(a) ? b : a), messages[0] ?? {});
  const last = stringOf(value['current_leaf_message_uuid']) || stringOf(newest['uuid']);
  return branchTo(last, {
    get: (id) => byId.get(id),
    parentOf: (message) => stringOf(message['parent_message_uuid']),
  });
}

const timeOf = (message: Fields): number => momentOf(message['created_at'])?.getTime() ?? 0;
