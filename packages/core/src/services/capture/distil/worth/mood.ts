/**
 * What happened is asked for later, and what has a name; what is proposed, supposed or said of things in general hardly is. A denial is as good as what it denies: `I never drink coffee`. Told by closed classes of
 * words: the weights of single words do not see what the sentence does with them.
 */
import { DID } from './features.ts';

const NOT_HAPPENED =
  /^let['’]?s\b|\b(?:will|would|should|might|could|can|must|gotta|gonna|going to|need to)\b|['’](?:ll|d)\b|^(?!during|nothing|everything|something|anything|king)\p{L}+ing\b/iu;
/** A capital that no beginning explains, or a title; behind a comma it may be whom it is said to. */
const NAMED = /(?<!,) (?!I\b)\p{Lu}\p{Ll}+|["“]/u;
/** Chosen on the packs (evals/README.md). */
const [LESS, MORE] = [0.5, 1.5];

/** What the worth of a line of a chat is multiplied by. */
export function mood(sentence: string): number {
  return (NOT_HAPPENED.test(sentence) ? LESS : 1) * (DID.test(sentence) ? MORE : 1) * (NAMED.test(sentence) ? MORE : 1);
}
