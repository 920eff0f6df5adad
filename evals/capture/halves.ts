/**
 * The two halves of a pack's conversations: what was learned from `learned` of LongMemEval is judged by `judged`, and by all of LoCoMo. Conversations of LoCoMo are its groups; in LongMemEval
 * each question brings its own turns, and the others, which answer none, are dealt out one by one.
 */
import type { Pack } from '../lib/pack.ts';

export const HALVES = ['learned', 'judged'] as const;
export type Half = (typeof HALVES)[number];

const conversationOf = (id: string): string => id.split('/')[0] ?? '';

/** Of each turn and each question, by id. */
export function halvesOf({ memories, questions }: Pack): (id: string) => Half {
  const asked = [...new Set(questions.map(({ id }) => conversationOf(id)))].toSorted();
  const halves = new Map(asked.map((conversation, i) => [conversation, i % 2]));
  const others = new Map<string, number>();
  for (const { id } of memories) if (!halves.has(conversationOf(id))) others.set(id, others.size % 2);
  return (id) => HALVES[halves.get(conversationOf(id)) ?? others.get(id) ?? 0] ?? 'learned';
}
