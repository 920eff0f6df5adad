/**
 * Fits an answer into a budget of tokens: the best first, the one that no longer fits cut where that leaves something to
 * read, and nothing after it, so that what is missing is always the least of it.
 */
import { estimateTokens } from '../../../model/index.ts';

export interface Sizing<Item> {
  /** In tokens. */
  costOf(item: Item): number;
  /** The item shortened to cost no more than `room`; null when too little would be left. */
  cut(item: Item, room: number): Item | null;
}

export interface Fitted<Item> {
  readonly items: readonly Item[];
  readonly leftOut: number;
}

export function fitBudget<Item>(items: readonly Item[], budget: number, { costOf, cut }: Sizing<Item>): Fitted<Item> {
  const kept: Item[] = [];
  let room = budget;
  for (const item of items) {
    const cost = costOf(item);
    if (cost > room) {
      const shorter = cut(item, room);
      if (shorter !== null) kept.push(shorter);
      break;
    }
    kept.push(item);
    room -= cost;
  }
  return { items: kept, leftOut: items.length - kept.length };
}

/** The longest beginning of the text that costs no more than `tokens`, ended at a word where one ends near by. */
export function cutToTokens(text: string, tokens: number): string {
  let end = 0;
  for (let cost = 0; end < text.length; end++) {
    cost += estimateTokens(text, end, end + 1);
    if (cost > tokens) break;
  }
  return text.slice(0, end === text.length ? end : endOfWord(text, end)).toWellFormed();
}

const NEAR_BY = 40;

/** The last end of a word at or before `end`; `end` itself, kept out of the middle of a character, where none is near. */
function endOfWord(text: string, end: number): number {
  for (let at = end; at > Math.max(0, end - NEAR_BY); at--) if (isSpace(text, at)) return at;
  return isTrailingSurrogate(text, end) ? end - 1 : end;
}

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 0x20;
}

function isTrailingSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
