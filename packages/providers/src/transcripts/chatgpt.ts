import type { TranscriptItem } from '@zapomni/core/ports';
import { fieldsOf, listOf, type Fields } from '../sources/parse/pick.ts';
import { branchTo } from './branch.ts';
import { Conversation } from './conversation.ts';
import { exportSource } from './export-file.ts';
import { momentOf, stringOf, withoutInserted } from './words.ts';

const CLIENT = 'chatgpt';

export const chatgpt = exportSource({
  client: CLIENT,
  title: 'ChatGPT',
  lies: 'the data export: the zip, or conversations.json from it',
  isConversation: ({ mapping }) => typeof mapping === 'object' && mapping !== null,
  tell,
});

function* tell(value: Fields): Generator<TranscriptItem> {
  const session = stringOf(value['conversation_id']) || stringOf(value['id']);
  const conversation = new Conversation(CLIENT, session);
  for (const message of shownMessages(value)) {
    const role = fieldsOf(message['author'])['role'];
    const isTool = role === 'tool' || (role === 'assistant' && (stringOf(message['recipient']) || 'all') !== 'all');
    if (isTool) conversation.answer('', { usesTool: true });
    else if (isHidden(message)) continue;
    else if (role === 'assistant') conversation.answer(wordsIn(message));
    else if (role === 'user') {
      const at = momentOf(message['create_time'] ?? value['create_time']);
      yield* conversation.ask({ words: withoutInserted(wordsIn(message)), at, folder: null });
    }
  }
  yield* conversation.end();
}

function isHidden({ metadata, channel }: Fields): boolean {
  return fieldsOf(metadata)['is_visually_hidden_from_conversation'] === true || channel === 'commentary';
}

/** Parts mix texts with pictures and files. */
function wordsIn(message: Fields): string {
  const content = fieldsOf(message['content']);
  if (!['text', 'multimodal_text'].includes(stringOf(content['content_type']) || 'text')) return '';
  return listOf(content['parts'])
    .filter((part) => typeof part === 'string')
    .join('\n');
}

/** Other branches are answers that were made anew and prompts that were edited. */
function shownMessages(conversation: Fields): Fields[] {
  const mapping = fieldsOf(conversation['mapping']);
  const last = stringOf(conversation['current_node']) || lastLeaf(mapping);
  const nodes = branchTo(last, {
    get: (id) => (Object.hasOwn(mapping, id) ? fieldsOf(mapping[id]) : undefined),
    parentOf: ({ parent }) => stringOf(parent),
  });
  return nodes.map(({ message }) => fieldsOf(message));
}

/** Old exports name no current node: the one without children that was said last. */
function lastLeaf(mapping: Fields): string {
  const leaves = Object.entries(mapping).filter(([, node]) => listOf(fieldsOf(node)['children']).length === 0);
  const timed = leaves.map(([id, node]) => ({
    id,
    at: Number(fieldsOf(fieldsOf(node)['message'])['create_time'] ?? 0),
  }));
  return timed.toSorted((a, b) => a.at - b.at).at(-1)?.id ?? '';
}
