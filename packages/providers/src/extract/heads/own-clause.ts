/**
 * A clause with a subject of its own has nothing to do with the one before it: `Marta met Oskar and Birgit met Tom` says nothing of Marta and Tom, nor of Marta and
 * Birgit. Only where something is said on either side: behind `Born in Prague, Marta works for Globex` there is one clause.
 */
import type { BasicWord } from './basic-words.ts';
import { beginsClause } from './clauses.ts';
import type { WordMention } from './pairs.ts';
import type { SaidRelation } from './relation-head.ts';

interface Read {
  readonly text: string;
  readonly words: readonly BasicWord[];
  readonly mentions: readonly WordMention[];
}

/** So sure must be what is said on either side. */
const LIKELY = 0.3;

export function withinClauses(said: readonly SaidRelation[], { text, words, mentions }: Read): SaidRelation[] {
  if (said.length < 3) return [...said];
  const lower = words.map(({ start, end }) => text.slice(start, end).toLowerCase());
  const placed = said.map((one) => ({ one, ...endsOf(one, mentions) }));
  const likely = placed.filter(({ one }) => one.confidence >= LIKELY);
  const borders = mentions.filter(
    (name) =>
      likely.some(({ first }) => first === name) &&
      likely.some(({ second }) => second.to <= name.from) &&
      beginsClause(lower, name, mentions),
  );
  const crosses = ({ first, second }: Ends) => borders.some(({ from }) => first.from < from && second.from >= from);
  return placed.filter((ends) => !crosses(ends)).map(({ one }) => one);
}

/** In the order of the text. */
interface Ends {
  readonly first: WordMention;
  readonly second: WordMention;
}

function endsOf({ head, tail }: SaidRelation, mentions: readonly WordMention[]): Ends {
  const [one, other] = [mentions[head], mentions[tail]] as [WordMention, WordMention];
  return one.from < other.from ? { first: one, second: other } : { first: other, second: one };
}
