/** Where the places, organisations and events of a text lie: `Reno , Nevada` says it outright. */
import type { FoundRelation } from '@zapomni/core/ports';
import { PLACES } from '../lexicon/places.ts';
import type { Mention, ReadSentence } from './mention.ts';

const SAID = 0.8;
const FOLLOWS = 0.6;
const LIES_SOMEWHERE = new Set(['place', 'organization', 'event']);

/** What the text says outright, and what follows from it. */
export function statedPlaces(sentences: readonly ReadSentence[]): FoundRelation[] {
  const said = sentences.flatMap(chainsOf);
  return [...said, ...closureOf(said)];
}

/** `X , Y` where Y is the larger place. */
function chainsOf({ words, mentions, start, end }: ReadSentence): FoundRelation[] {
  const drafts: FoundRelation[] = [];
  for (const [i, b] of mentions.entries()) {
    const a = mentions[i - 1];
    if (!a || b.from - a.to !== 1 || words[a.to]?.text !== ',' || !contains(b, a)) continue;
    if (isListed(words[b.to]?.lower, words[b.to + 1]?.lower) && rank(b) <= rank(a)) continue;
    drafts.push({ source: a.entity, type: 'LOCATED_IN', target: b.entity, confidence: SAID, start, end });
  }
  return drafts;
}

/** `X , Y , and Z`, `X , Y and Z`. */
function isListed(next: string | undefined, afterNext: string | undefined): boolean {
  return next === 'and' || next === 'or' || (next === ',' && (afterNext === 'and' || afterNext === 'or'));
}

const RANKS = { city: 1, state: 2, country: 3, region: 4 } as const;

function rank({ found }: Mention): number {
  const known = PLACES.get(found.name.toLowerCase());
  return known ? RANKS[known.kind] : 0;
}

/** A country does not lie in a town, and nothing in what is no place. */
export function mayLieIn(source: Mention, target: Mention): boolean {
  const [inner, outer] = [rank(source), rank(target)];
  return target.found.type === 'place' && (inner === 0 || outer === 0 || inner < outer);
}

function contains(larger: Mention, smaller: Mention): boolean {
  if (larger.found.type !== 'place' || larger.entity === smaller.entity) return false;
  if (!LIES_SOMEWHERE.has(smaller.found.type) && smaller.found.type !== 'concept') return false;
  return rank(larger) > rank(smaller) || (rank(smaller) === 0 && rank(larger) === 0);
}

/** What lies in something lies where that lies. */
function closureOf(said: readonly FoundRelation[]): FoundRelation[] {
  const outer = new Map(said.map((draft) => [draft.source, draft]));
  return said.flatMap((draft) => {
    const next = outer.get(draft.target);
    return next && next.target !== draft.source ? [{ ...draft, target: next.target, confidence: FOLLOWS }] : [];
  });
}
