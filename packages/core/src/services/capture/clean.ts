/** A turn without what must not be kept: what is private, and secrets. Done before anything is written anywhere. */
import { cutSecrets, withoutPrivate } from './secrets/cut-secrets.ts';
import type { Compaction, Turn } from './turn.ts';

export interface Cleaned<Item> {
  readonly item: Item;
  readonly secretsCut: number;
}

/** Of one message; what is pasted beyond that is hardly anybody's words. */
const LONGEST = 60_000;

export function cleanTurn(turn: Turn): Cleaned<Turn> {
  const [user, answer] = [cleanText(turn.user), cleanText(turn.answer)];
  return {
    item: { ...turn, user: user.text, answer: answer.text },
    secretsCut: user.cut.length + answer.cut.length,
  };
}

export function cleanCompaction(compaction: Compaction): Cleaned<Compaction> {
  const { text, cut } = cleanText(compaction.summary);
  return { item: { ...compaction, summary: text }, secretsCut: cut.length };
}

export function cleanText(text: string): { readonly text: string; readonly cut: readonly string[] } {
  return cutSecrets(withoutPrivate(text).slice(0, LONGEST).toWellFormed());
}
