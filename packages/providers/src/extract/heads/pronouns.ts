/**
 * Pronouns that can mean one name only: `Marta is back. She reports to Oskar.` Where two names could be meant, or somebody or something is spoken of
 * that has no name (`Marta has a sister. She …`), nothing is: a relation of the wrong one is worse than none.
 */
import type { BasicWord } from './basic-words.ts';
import type { PlacedMention } from './mentions.ts';
import { DOUBTS, type MentionKind, type WordMention } from './pairs.ts';
import type { WordRange } from './sentences.ts';

/** A pronoun as a mention of the name that it stands for. */
export interface StandIn extends WordMention {
  readonly confidence: number;
  /** Place of the name in the list of mentions. */
  readonly name: number;
  readonly role: 'subject' | 'object' | 'possessive';
}

interface Sort {
  readonly pronouns: ReadonlySet<string>;
  readonly kinds: ReadonlySet<MentionKind>;
  /** Words that speak of something without a name, which may be meant as well. */
  readonly rivals: ReadonlySet<string>;
}

/** People without a name. */
const SOMEBODY = `mother father mum mom dad parent sister brother sibling twin son daughter child kid baby boy girl wife husband spouse fiance fiancee partner girlfriend boyfriend
 uncle aunt cousin niece nephew grandmother grandfather grandma grandpa granddaughter grandson friend buddy mate neighbour neighbor roommate flatmate stranger guest
 man woman guy lady person somebody someone anyone nobody everyone boss manager supervisor director chief leader owner founder president chairman
 colleague coworker teammate employee assistant secretary intern trainee apprentice successor predecessor teacher professor student pupil tutor coach trainer
 doctor nurse dentist therapist lawyer attorney accountant engineer developer programmer designer architect analyst consultant contractor plumber electrician builder
 driver pilot customer client patient tenant landlord buyer seller candidate applicant author writer editor artist singer actor player officer agent broker recruiter investor`;
const ARTICLES = 'a an the another some any each every this that my our your his her its their';
const SORTS: readonly Sort[] = [
  {
    pronouns: new Set(['he', 'she', 'him', 'his', 'her']),
    kinds: new Set(['PER']),
    rivals: new Set(SOMEBODY.split(/\s+/u)),
  },
  // A place is hardly ever meant by `it`.
  {
    pronouns: new Set(['it', 'its']),
    kinds: new Set(['ORG', 'TECH', 'WORK', 'EVENT', 'MISC']),
    rivals: new Set(ARTICLES.split(' ')),
  },
];
const NAMES: ReadonlySet<MentionKind> = new Set(['PER', 'ORG', 'LOC', 'TECH', 'WORK', 'EVENT', 'MISC']);
/** Of whose kind nobody need doubt. */
const SURE = 0.8;
const POSSESSIVE = new Set(['his', 'her', 'its']);
const OBJECTS = new Set(['him', 'it']);
/** So many words behind `his` still tell of him. */
const OWN_WORDS = 6;
/** So often the name is the one that was meant, at least: what is said by a pronoun is less sure than what is said by name. */
const MEANT = 0.8;
const BE = new Set(['is', 'was', 'are', 'were', 'became', 'remains']);

export function standInsOf(
  text: string,
  words: readonly BasicWord[],
  sentences: readonly WordRange[],
  mentions: readonly PlacedMention[],
): StandIn[] {
  const lower = words.map(({ start, end }) => text.slice(start, end).toLowerCase());
  const found: StandIn[] = [];
  for (const [i, sentence] of sentences.entries()) {
    for (let at = sentence.from; at < sentence.to; at++) {
      const sort = SORTS.find(({ pronouns }) => pronouns.has(lower[at] as string));
      if (!sort || mentions.some(({ from, to }) => at >= from && at < to)) continue;
      const name = meant({ text, lower, mentions, found, sort }, { from: sentence.from, to: at }, sentences[i - 1]);
      if (name === undefined) continue;
      const { kind, confidence } = mentions[name] as PlacedMention;
      found.push({
        from: at,
        to: at + 1,
        kind,
        confidence: confidence * MEANT,
        name,
        role: roleOf(lower[at] as string),
      });
    }
  }
  return found;
}

function roleOf(pronoun: string): StandIn['role'] {
  return POSSESSIVE.has(pronoun) ? 'possessive' : OBJECTS.has(pronoun) ? 'object' : 'subject';
}

/** Only an object comes behind the name that it is related to: `Rosa maintains it`. What is his stands near by. */
export function canBeSaidOf(mentions: readonly (WordMention | StandIn)[], head: number, tail: number): boolean {
  const [one, other] = [mentions[head], mentions[tail]] as [WordMention | StandIn, WordMention | StandIn];
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  if ('role' in second && second.role !== 'object') return false;
  return !('role' in first) || first.role !== 'possessive' || second.from - first.to <= OWN_WORDS;
}

interface Read {
  readonly text: string;
  readonly lower: readonly string[];
  readonly mentions: readonly PlacedMention[];
  /** The pronouns before this one. */
  readonly found: readonly StandIn[];
  readonly sort: Sort;
}

/** The one name before it in its sentence, or else in the sentence before. What somebody says of themselves (`Tom says he …`) is not said to be so. */
function meant(read: Read, before: WordRange, previous: WordRange | undefined): number | undefined {
  const here = namesIn(read, before);
  const range = here.length > 0 ? before : previous;
  const names = here.length > 0 ? here : previous ? namesIn(read, previous) : [];
  const [name] = names;
  if (here.length > 0 && read.lower.slice(before.from, before.to).some((word) => DOUBTS.has(word))) return undefined;
  if (range === undefined || name === undefined || names.some((other) => !isSame(read, name, other))) return undefined;
  if (!read.sort.kinds.has((read.mentions[name] as PlacedMention).kind)) return undefined;
  return hasRival(read, before) || hasRival(read, range) ? undefined : name;
}

/** Named or meant there, in order. */
function namesIn({ mentions, found, sort }: Read, range: WordRange): number[] {
  const inside = ({ from, to }: WordRange) => from >= range.from && to <= range.to;
  const named = mentions.flatMap((one, place) => (inside(one) && couldBe(sort, one) ? [place] : []));
  const meantThere = found.filter((one) => inside(one) && sort.kinds.has(one.kind)).map(({ name }) => name);
  return [...meantThere, ...named];
}

/** What a doubtful name is may have been mistaken. */
function couldBe({ kinds }: Sort, { kind, confidence }: PlacedMention): boolean {
  return kinds.has(kind) || (NAMES.has(kind) && confidence < SURE);
}

/** `Marta` and `Marta Lind`. */
function isSame({ text, mentions }: Read, one: number, other: number): boolean {
  const [a, b] = [one, other].map((place) => {
    const { start, end } = mentions[place] as PlacedMention;
    return text.slice(start, end).toLowerCase().split(/\s+/u);
  }) as [string[], string[]];
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
}

/** What a name is said to be is none beside it: `Marta is a nurse`. */
function hasRival({ lower, mentions, sort }: Read, { from, to }: WordRange): boolean {
  for (let at = from; at < to; at++) {
    const name = mentions.find((one) => one.from === at);
    if (name) at = name.to - 1;
    if (name && BE.has(lower[name.to] as string)) return false;
    if (!name && sort.rivals.has(lower[at] as string)) return true;
  }
  return false;
}
