/** Things named in one sentence have something to do with each other: a weak word, said only of the nearest few. */
import { pairKey, type Draft, type Mention, type ReadSentence } from './mention.ts';

const MOST_PAIRS = 3;
const FARTHEST = 12;
const CONFIDENCE = 0.3;
/** What their being together says, by the types of the pair. */
const TYPES: Readonly<Record<string, string>> = {
  'organization>place': 'LOCATED_IN',
  'event>place': 'LOCATED_IN',
  'person>organization': 'AFFILIATED_WITH',
  'person>nationality': 'NATIONALITY',
  'organization>nationality': 'NATIONALITY',
  'person>work': 'CREATED',
  'person>event': 'PARTICIPATED_IN',
  'file>symbol': 'MENTIONS',
  'file>package': 'USES',
};
const LITERALS = new Set(['date', 'amount', 'version', 'account', 'topic', 'isbn']);

export function relationsByNearness({ mentions }: ReadSentence, related: ReadonlySet<string>): Draft[] {
  const pairs = mentions.flatMap((a, i) =>
    mentions.slice(i + 1, i + 4).flatMap((b) => {
      const gap = b.from - a.to;
      const isPair = gap <= FARTHEST && !LITERALS.has(a.found.type) && !LITERALS.has(b.found.type);
      return isPair &&
        a.entity !== b.entity &&
        a.found.name !== b.found.name &&
        !related.has(pairKey(a.entity, b.entity))
        ? [{ a, b, gap }]
        : [];
    }),
  );
  const nearest = pairs.sort((one, other) => one.gap - other.gap);
  return [...new Map(nearest.toReversed().map((pair) => [pairKey(pair.a.entity, pair.b.entity), pair])).values()]
    .sort((one, other) => one.gap - other.gap)
    .slice(0, MOST_PAIRS)
    .map(({ a, b, gap }) => ({ ...orient(a, b), confidence: CONFIDENCE - gap * 0.01 }));
}

function orient(a: Mention, b: Mention): Pick<Draft, 'source' | 'type' | 'target'> {
  const forward = TYPES[`${a.found.type}>${b.found.type}`];
  if (forward) return { source: a.entity, type: forward, target: b.entity };
  const backward = TYPES[`${b.found.type}>${a.found.type}`];
  if (backward) return { source: b.entity, type: backward, target: a.entity };
  return { source: a.entity, type: 'RELATED_TO', target: b.entity };
}
