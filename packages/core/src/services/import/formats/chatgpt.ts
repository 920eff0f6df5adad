import type { Finding, ImportFormat, SourceItem } from '../import-format.ts';
import { NO_WORDS, NOT_A_TURN, turnOf } from '../shapes/turns.ts';
import { fieldsOf, idOf, isFields, listOf, textOf, type Fields } from '../shapes/values.ts';

export const chatgpt: ImportFormat = {
  name: 'chatgpt',
  needs: 'conversations.json of the data export (unpack the zip), or the folder that it is in',
  comes: 'What you and the assistant said, a memory per turn, with title, role, time and model.',
  lost: 'Answers that you had made anew and prompts that you edited (only the way that was shown last), pictures, files, voice, tool calls and their results, thinking, custom instructions.',
  cutOf: (relative, named) => (named || /(?:^|\/)conversations(?:-\d+)?\.json$/i.test(relative) ? 'elements' : null),
  open: () => ({ take: readConversation }),
};

function* readConversation({ where, value, part }: SourceItem): Generator<Finding> {
  if (part !== '') return;
  if (!isFields(value) || !isFields(value.mapping)) {
    yield { where, skipped: 'is not a conversation (it has no mapping)' };
    return;
  }
  const conversation = idOf(value.conversation_id) || idOf(value.id);
  const title = textOf(value.title);
  for (const message of shownMessages(value)) {
    const at = title === '' ? where : `${where} (${title})`;
    yield readMessage(message, { where: at, title, conversation, time: value.create_time });
  }
}

/** From the last message that was shown back to the first, then turned around; other branches are regenerations. */
function shownMessages(conversation: Fields): Fields[] {
  const mapping = fieldsOf(conversation.mapping);
  const seen = new Set<string>();
  const messages: Fields[] = [];
  let at = textOf(conversation.current_node) || lastLeaf(mapping);
  while (at !== '' && !seen.has(at)) {
    seen.add(at);
    const node = fieldsOf(mapping[at]);
    if (isFields(node.message)) messages.push(node.message);
    at = textOf(node.parent);
  }
  return messages.toReversed();
}

/** Old exports name no current node: the one without children that was said last. */
function lastLeaf(mapping: Fields): string {
  const leaves = Object.entries(mapping).filter(([, node]) => listOf(fieldsOf(node).children).length === 0);
  const timed = leaves.map(([id, node]) => ({ id, time: Number(fieldsOf(fieldsOf(node).message).create_time ?? 0) }));
  return timed.toSorted((a, b) => a.time - b.time).at(-1)?.id ?? '';
}

interface Around {
  readonly where: string;
  readonly title: string;
  readonly conversation: string;
  readonly time: unknown;
}

function readMessage(message: Fields, { where, title, conversation, time }: Around): Finding {
  const role = textOf(fieldsOf(message.author).role);
  const metadata = fieldsOf(message.metadata);
  const recipient = textOf(message.recipient) || 'all';
  const hidden = metadata.is_visually_hidden_from_conversation === true || message.channel === 'commentary';
  if ((role !== 'user' && role !== 'assistant') || recipient !== 'all' || hidden) return { where, skipped: NOT_A_TURN };
  const id = idOf(message.id);
  if (id === '') return { where, skipped: 'is a message without an id' };
  const content = fieldsOf(message.content);
  if (!['text', 'multimodal_text'].includes(textOf(content.content_type) || 'text'))
    return { where, skipped: NO_WORDS };
  return turnOf('chatgpt', {
    where,
    role,
    id,
    title,
    conversation,
    text: listOf(content.parts)
      .filter((part) => typeof part === 'string')
      .join('\n'),
    time: message.create_time ?? time,
    source: 'chatgpt',
    metadata: { model: metadata.model_slug },
  });
}
