/** What people and assistants said to each other, one memory per turn. */
import { keyOf, metadataOf, timeOf, type Fields } from './values.ts';
import type { Finding } from '../import-format.ts';

export interface Turn {
  readonly where: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Of the message at its source; unique there. */
  readonly id: string;
  readonly time: unknown;
  readonly title: string;
  readonly conversation: string;
  readonly source: string;
  readonly metadata?: Fields;
}

export const NOT_A_TURN = 'is no turn of the conversation (system, tool or bookkeeping)';
export const NO_WORDS = 'has no words of the user or the assistant (tool calls, images, thinking)';

export function turnOf(format: string, turn: Turn): Finding {
  const { where, role, text, id, title, conversation, source } = turn;
  if (text.trim() === '') return { where, skipped: NO_WORDS };
  const metadata = { ...turn.metadata, role, title, conversation, timestamp: timeOf(turn.time) };
  return {
    where,
    draft: {
      text: text.trim(),
      source,
      kind: 'conversation',
      tags: [],
      metadata: metadataOf(metadata),
      key: keyOf(format, id),
    },
  };
}

/** The texts of a list of blocks, `{type: 'text', text}` or another type that has words; a text is itself. */
export function wordsOf(content: unknown, types: readonly string[] = ['text']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter((block): block is { text: string } => {
      const { type, text } = (block ?? {}) as Fields;
      return typeof text === 'string' && types.includes(String(type));
    })
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What programs put between the user's words, by the names of the tags around it. */
export function withoutInserted(text: string, names: readonly string[]): string {
  const tag = `(?:${names.join('|')})`;
  return text.replaceAll(new RegExp(`<(${tag})(?:\\s[^>]*)?>[\\s\\S]*?</\\1>`, 'g'), '').trim();
}
