/** Passages about to be stored, as the graph takes them. */
import type { PassageSpan } from '@zapomni/core/model';
import { toByteSpans, encodeText } from '../../../shared/text-bytes.ts';
import { restOf } from './passage-texts.ts';
import { keyWithoutNumber, tokensOf } from '../full-text/word-tokens.ts';

export interface PassageDraft {
  readonly [name: string]: string | number;
  /** Added to the first number that the engine gives. */
  readonly i: number;
  readonly o: number;
  readonly s: number;
  readonly e: number;
  readonly t: string;
  readonly w: string;
  /** Length and liveness. */
  readonly l: number;
}

export interface CutText {
  readonly bytes: number;
  readonly rest: string;
  readonly passages: readonly PassageDraft[];
  readonly terms: ReadonlySet<string>;
  /** Terms in all passages. */
  readonly length: number;
}

/** INVALID_INPUT for half a surrogate pair, or a span outside the text. `first`: the number of its first passage. */
export function cutText(
  { text, passages }: { readonly text: string; readonly passages: readonly PassageSpan[] },
  { live, first }: { readonly live: boolean; readonly first: number },
): CutText {
  const bytes = encodeText(text).length;
  const spans = toByteSpans(text, bytes, passages);
  const terms = new Set<string>();
  let length = 0;
  const drafts = spans.map(({ start, end }, o): PassageDraft => {
    const slice = text.slice(start, end);
    const words = tokensOf(slice);
    for (const term of words.terms) terms.add(term);
    length += words.length;
    const l = keyWithoutNumber(words.length, live);
    return { i: first + o, o, s: start, e: end, t: slice, w: words.tokens, l };
  });
  return { bytes, rest: restOf(text, spans), passages: drafts, terms, length };
}

/** Makes the passages `p` of a memory `m`, numbered from `base` on, and queues them. */
export const CREATE_PASSAGE = `CREATE (m)-[:HAS]->(x:Passage {id: toString(base + p.i), n: base + p.i, o: p.o, s: p.s, e: p.e, t: p.t, w: p.w,
    k: (base + p.i) * 1048576 + p.l})<-[:FOR]-(:Waiting {n: base + p.i, owner: $owner, until: $until})`;
