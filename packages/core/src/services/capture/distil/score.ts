/** How much a sentence is worth keeping, and as what: the sum of its cues. */
import { toQueryTerms } from '../../../model/index.ts';
import { COMMON_CUES, KIND_CUES, type Cue } from './cues.ts';
import { CAPTURE_KINDS, type CaptureKind, type Speaker } from './kinds.ts';
import { spokenBy, withoutLeadIn } from './sentences.ts';

export interface Scored {
  readonly kind: CaptureKind;
  readonly score: number;
  readonly cues: readonly string[];
}

/** What a sentence has to have. Chosen on the first half of evals/capture/lines.tsv and on the packs (evals/README.md). */
export const CAPTURE_BAR = 2;
/** Fewer words say too little, more are hardly one statement. */
const [FEWEST_WORDS, MOST_WORDS] = [3, 60];
/** At most so much of what speaks for a fact: many small signs do not make a large one. */
const MOST_FOR_FACT = 4;

/** What speaks this clearly for another kind is no mere fact. */
const CLEAR = 2;

/** Null for what is no statement at all. */
export function scoreSentence(sentence: string, who: Speaker): Scored | null {
  const whole = spokenBy(sentence).said;
  const said = withoutLeadIn(whole);
  const words = said.match(/[\p{L}\p{N}]+(?:['’.:/-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  if (words < FEWEST_WORDS || words > MOST_WORDS || saysOnlySecret(said)) return null;
  const common = heard(COMMON_CUES, said, who);
  const best = bestOf(
    CAPTURE_KINDS.map((kind) => ({ kind, ...heard(KIND_CUES[kind], whole, who) })),
    names(whole),
  );
  return { kind: best.kind, score: best.score + common.score, cues: [...best.cues, ...common.cues] };
}

const CUT = /\[cut: [^\]]*\]/g;
/** Words that are said about any secret. */
const SECRET_TERMS = new Set(
  toQueryTerms(
    'my our your access account admin api app auth bearer bot client code connection cookie credential credentials deploy deployment env environment header id key keys login name new number password passphrase pat personal pin private prod production root secret secrets server service session staging string test token tokens url use user value',
  ),
);

/** "My deploy token is [cut: GitHub token]": without what was cut nothing is left that anybody could use. */
function saysOnlySecret(sentence: string): boolean {
  if (!sentence.includes('[cut: ')) return false;
  return toQueryTerms(sentence.replaceAll(CUT, ' ')).every((term) => SECRET_TERMS.has(term));
}

function bestOf(kinds: readonly Scored[], forNames: number): Scored {
  const [clearest] = kinds.filter(({ kind }) => kind !== 'fact').toSorted((one, other) => other.score - one.score);
  const fact = kinds.find(({ kind }) => kind === 'fact');
  if (!fact || (clearest && clearest.score >= CLEAR)) return clearest as Scored;
  return { ...fact, score: Math.min(MOST_FOR_FACT, fact.score + forNames) };
}

function heard(cues: readonly Cue[], sentence: string, who: Speaker): { score: number; cues: string[] } {
  const found = cues.filter((cue) => (cue.who === undefined || cue.who === who) && cue.pattern.test(sentence));
  return { score: found.reduce((sum, { weight }) => sum + weight, 0), cues: found.map(({ name }) => name) };
}

/** Names: capitals that no beginning explains, and what a sentence begins with when it is no word of grammar. */
function names(sentence: string): number {
  const within = sentence.match(/(?<=[\p{L}\p{N},;)"'’] )(?!I\b|I['’])\p{Lu}[\p{L}\p{N}]+/gu) ?? [];
  const subject =
    /^\p{Lu}\p{Ll}+(?= (?:is|was|has|had|owns?|lives?|works?|runs?|left|joined|moved|likes?|wants?|needs?|uses?)\b)/u.exec(
      sentence,
    );
  const isNamed = subject !== null && !GRAMMAR.test(subject[0]);
  return Math.min(2, within.length + Number(isNamed)) * 0.6;
}

const GRAMMAR =
  /^(?:It|This|That|There|He|She|They|We|You|What|Which|Who|Everyone|Everything|Someone|Something|Nobody|Nothing|One|All|Both|Each|Here|The|These|Those|Life|Time|Work|Today|Yesterday)$/;
