/** Lists name things of a kind: in `Ryazan, Smolensk and Moscow` the first two are what the last is known to be. */
import type { Name } from './find-names.ts';

const LISTED = /^\s?(?:,|,?\s?(?:and|or|&|und|oder|et|ou|y|e|и|или))\s(?:the\s)?$/u;
const FROM_COMPANY = 0.4;
/** Less sure than this is not lent. */
const SURE = 0.6;
const LENT = new Set(['place', 'person', 'organization', 'technology', 'product', 'nationality']);

/** `names` in the order of the text. Those of no known type take that of their neighbours in a list. */
export function typeByCompany(names: readonly Name[], text: string): Name[] {
  const typed = names.map((name) => ({ ...name }));
  for (let i = 1; i < typed.length; i++) lend(typed, i - 1, i, text);
  for (let i = typed.length - 1; i > 0; i--) lend(typed, i, i - 1, text);
  return typed;
}

type Mutable = { -readonly [Key in keyof Name]: Name[Key] };

function lend(names: Mutable[], from: number, to: number, text: string): void {
  const [lender, taker] = [names[from] as Mutable, names[to] as Mutable];
  if (taker.typeConfidence > 0 || lender.typeConfidence < SURE || !LENT.has(lender.type)) return;
  const between = text.slice(Math.min(lender.end, taker.end), Math.max(lender.start, taker.start));
  if (!LISTED.test(between)) return;
  taker.type = lender.type;
  // Enough to be lent on along the list.
  taker.typeConfidence = Math.max(FROM_COMPANY, lender.typeConfidence - 0.01);
}
