/**
 * Chosen by how much they say for their length, each beside the others of its message: facts that cues alone leave below the bar, and the lines of a chat
 * between people, which is mostly chatter and where every line has to carry a name.
 */
import { estimateTokens } from '../../../../model/index.ts';
import type { Distilled } from '../kinds.ts';
import { ofMessage } from './features.ts';
import { mood } from './mood.ts';
import { toldOf } from './told-of.ts';
import { bestClause } from './worth.ts';

/** A sentence of a message. */
export interface Candidate extends Distilled {
  /** Who said it where a chat was pasted, with the colon; otherwise empty. */
  readonly name: string;
  /** Where it stood, from 0, of how many. */
  readonly place: number;
  readonly of: number;
}

/** What a token has to say to be kept: the dearer, the fewer are. Chosen on the packs (evals/README.md). */
const PRICE = { own: 0.003, chat: 0.0035 } as const;
/** Of a chat, long lines cost more than their length: a few words are enough for a line to be found. */
const LENGTH = 1.3;
/** Below that cues speak against it: it asks, requests or thanks. */
const LEAST_SCORE = -1;
/** What is said beside something better counts for so much, and the third for that much of it. */
const BESIDE = 0.7;
const WORTH = 'says much';

/** The user's own sentences as they were said, best first. */
export const worthOfOwn = (sentences: readonly Candidate[]): Candidate[] =>
  chosen(sentences, (one) => {
    const { says, tokens } = bestClause(
      one.text,
      ofMessage(one.place, one.of, one.cues),
      (clause) => PRICE.own * clause.tokens,
    );
    return { one, says, cost: PRICE.own * tokens };
  });

/** Lines of a chat, cut to the clause that says it, told of who said it and without their stop, best first. */
export const worthOfChat = (lines: readonly Candidate[]): Candidate[] => chosen(lines, weighLine);

export function weighLine(one: Candidate): Weighed {
  const said = one.text.slice(one.name.length);
  const weight = mood(said);
  const told = (clause: string) => toldOf(one.name, clause.replace(/[.!]+$/, ''));
  const costOf = (clause: string) => PRICE.chat * estimateTokens(told(clause)) ** LENGTH;
  const { text, says } = bestClause(said, [], (clause) => costOf(clause.text) / weight);
  return { one: { ...one, text: told(text) }, says: says * weight, cost: costOf(text) };
}

export interface Weighed {
  readonly one: Candidate;
  readonly says: number;
  readonly cost: number;
}

function chosen(candidates: readonly Candidate[], weigh: (one: Candidate) => Weighed): Candidate[] {
  const weighed = candidates
    .filter(({ score }) => score >= LEAST_SCORE)
    .map(weigh)
    .toSorted((one, other) => other.says - other.cost - (one.says - one.cost));
  const kept: Candidate[] = [];
  for (const { one, says, cost } of weighed)
    if (says * BESIDE ** kept.length >= cost) kept.push({ ...one, cues: [...one.cues, WORTH] });
  return kept;
}
