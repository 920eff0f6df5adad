/**
 * From a turn to what is worth keeping of it, without any model but the reader that is there anyway.
 *
 *   message ── own words ──▶ sentences ── cues ──▶ above the bar ─────────────▶ the best of the turn
 *                                              ├─▶ just below ── reader: names something and relates it? ──┤
 *                                              ├─▶ a fact of the user's ── says much for its length? ───────┤
 *                                              └─▶ a line of a pasted chat ── the same, cut to what says it ┘
 */
import type { Extractor } from '../../../ports/index.ts';
import type { Turn } from '../turn.ts';
import type { Distilled, Speaker } from './kinds.ts';
import { ownWords } from './own-words.ts';
import { CAPTURE_BAR, scoreSentence } from './score.ts';
import { sentencesOf, spokenBy, withoutLeadIn } from './sentences.ts';
import { worthOfChat, worthOfOwn, type Candidate } from './worth/by-worth.ts';

/** Of one turn. */
const MOST = { user: 8, answer: 4 } as const;
const LONGEST_MESSAGE = 40_000;
/** What a relation that the reader finds adds: so far below the bar is worth asking it. */
const FOR_A_RELATION = 0.75;
const LEAST_CONFIDENCE = 0.7;

/** Words that hardly any other language has: what was learned of English says nothing of others. */
const ENGLISH = /\bI\b|\b(?:[Tt]he|[Mm]y|[Aa]nd|[Aa]re|[Ww]ith|[Tt]his|[Tt]hat|[Oo]ur|[Bb]een|[Ff]rom|[Yy]ou)\b/;

export interface DistilOptions {
  readonly extractor?: Extractor | undefined;
  readonly bar?: number;
  readonly signal?: AbortSignal | undefined;
}

export async function distilTurn(turn: Turn, options: DistilOptions = {}): Promise<Distilled[]> {
  const at = turn.at?.getTime() ?? 0;
  const [user, answer] = await Promise.all([
    distilWords(turn.user, 'user', at, options),
    distilWords(turn.answer, 'answer', at, options),
  ]);
  return [...user, ...answer];
}

/** In the order in which they were said. */
export async function distilWords(
  text: string,
  who: Speaker,
  at: number,
  options: DistilOptions,
): Promise<Distilled[]> {
  const { bar = CAPTURE_BAR } = options;
  const isWeighed = who === 'user' && ENGLISH.test(text);
  const { told = [], chat = [] } = Object.groupBy(candidatesIn(text, who), ({ name }) =>
    name === '' || !isWeighed ? 'told' : 'chat',
  );
  const unsure = told.filter(({ score }) => score >= bar - FOR_A_RELATION);
  const read = await withRelations(unsure, at, bar, options);
  const clear = read.filter(({ score }) => score >= bar).toSorted((one, other) => other.score - one.score);
  const places = new Set(clear.map(({ place }) => place));
  const others = told.filter(({ kind, place }) => kind === 'fact' && !places.has(place));
  return [...clear, ...(isWeighed ? worthOfOwn(others) : []), ...worthOfChat(chat)]
    .slice(0, MOST[who])
    .toSorted((one, other) => one.place - other.place)
    .map(({ place: _place, of: _of, name: _name, ...one }) => one);
}

function candidatesIn(text: string, who: Speaker): Candidate[] {
  const seen = new Set<string>();
  return sentencesOf(ownWords(text.slice(0, LONGEST_MESSAGE))).flatMap((sentence, place, { length: of }) => {
    const scored = scoreSentence(sentence, who);
    const said = withoutLeadIn(sentence);
    if (!scored || said === '' || seen.has(said)) return [];
    seen.add(said);
    return [{ ...scored, text: said, who, name: spokenBy(sentence).name, place, of }];
  });
}

/** Those just below the bar are read: a sentence that relates two things says something. */
async function withRelations(
  candidates: readonly Candidate[],
  at: number,
  bar: number,
  { extractor, signal }: DistilOptions,
): Promise<Candidate[]> {
  const unsure = candidates.filter(({ score, kind }) => score < bar && kind === 'fact');
  if (!extractor || unsure.length === 0) return [...candidates];
  const found = await extractor.extract(
    unsure.map(({ text }) => ({ text, at })),
    signal ? { signal } : {},
  );
  const relating = new Set(
    unsure.filter((_, i) => found[i]?.relations.some(({ confidence }) => confidence >= LEAST_CONFIDENCE)),
  );
  return candidates.map((one) =>
    relating.has(one) ? { ...one, score: one.score + FOR_A_RELATION, cues: [...one.cues, 'relates'] } : one,
  );
}
