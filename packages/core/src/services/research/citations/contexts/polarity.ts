/** What a sentence says of the work it cites, where its words are plain; most sentences only mention. */

export interface Polarity {
  /** Null where its words point both ways. */
  readonly polarity: 'supports' | 'contrasts' | 'mentions' | null;
  readonly confidence: number;
}

const CONTRASTS =
  /\b(?:in contrast (?:to|with)|contrary to|contradict\w*|inconsistent with|at odds with|disagree\w*|conflict\w* with|(?:fail\w*|unable|could not) (?:to )?(?:replicate|reproduce|confirm)|(?:did|do|does) not (?:support|confirm|agree|replicate)|not (?:consistent|in agreement|in line) with|refut\w+|dispute\w*|unlike (?:the )?(?:results?|findings?|previous))\b/iu;
const SUPPORTS =
  /\b(?:(?:consistent|in agreement|in line|in accordance|in keeping) with|confirm(?:s|ed|ing)? (?:the |our |these |previous |earlier |that )|corroborat\w+|agree(?:s|d)? (?:well )?with|replicat(?:es|ed|ing) (?:the )?(?:results?|findings?)|support(?:s|ed|ing)? (?:the |these |this |our )?(?:findings?|results?|hypothes[ei]s|conclusions?|view|idea|notion)|as (?:previously|also) (?:reported|shown|observed|found) (?:by|in))\b/iu;
const NEGATED = /\b(?:not|never|no longer|neither|hardly)\s+(?:\w+\s){0,2}$/iu;

export function polarityOf(sentence: string): Polarity {
  const against = CONTRASTS.test(sentence);
  const found = SUPPORTS.exec(sentence);
  const isFor = found !== null && !NEGATED.test(sentence.slice(0, found.index));
  if (against && isFor) return { polarity: null, confidence: 0.5 };
  if (against) return { polarity: 'contrasts', confidence: 0.8 };
  return isFor ? { polarity: 'supports', confidence: 0.8 } : { polarity: 'mentions', confidence: 0.6 };
}
