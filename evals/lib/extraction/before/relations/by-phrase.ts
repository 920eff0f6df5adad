/** Relations that the words say: `X works for Y`, `X, founded by Y`, `Y's director X`. */
import type { Word } from '../reading/words.ts';
import { LONGEST_TRIGGER, PHRASES, type PhraseRule } from './phrases.ts';
import type { Draft, Mention, ReadSentence } from './mention.ts';
import { mayLieIn } from './geography.ts';
import { isDenied } from './statement.ts';
import { isRole, triggerOf, type Trigger } from './trigger.ts';

/** Who `he`, `she` or `it` may be, when the sentence itself does not say. */
export interface Antecedents {
  readonly person: Mention | undefined;
  readonly thing: Mention | undefined;
}

const ADJACENT = 0.8;
const SHARED = 0.72;
const PRONOUN = 0.6;
/** A preposition alone may belong to the verb before it: in `Peter met Globex in Berlin` nobody says where Globex lies. */
const LOOSE = 0.6;
/** Of a type that was only guessed. */
const GUESSED = 0.8;

export function relationsByPhrase(sentence: ReadSentence, antecedents: Antecedents): Draft[] {
  const drafts: Draft[] = [];
  for (const [i, mention] of sentence.mentions.entries()) {
    const trigger = triggerOf(sentence, i);
    const copied = copyCoordinated(sentence, { mention, trigger, drafts });
    if (copied.length > 0) drafts.push(...copied);
    else if (isPurchasePrice(sentence, mention, trigger)) drafts.push(...priceOfBought(mention, trigger, drafts));
    else drafts.push(...matchTrigger({ sentence, mention, trigger, antecedents }));
  }
  return drafts;
}

/** `Initech was acquired by Globex for $12 million`: the price stands beside the buyer, who is not what it buys. */
function isPurchasePrice(sentence: ReadSentence, { found }: Mention, { words, before }: Trigger): boolean {
  if (found.type !== 'amount' || before === undefined || words.at(-1) !== 'for') return false;
  const bought = triggerOf(sentence, sentence.mentions.indexOf(before)).words;
  return BOUGHT_BY.test(bought.join(' '));
}

const BOUGHT_BY = /\b(?:(?:acquire|buy|purchase|take over) by|sell to)$/u;

/** Nothing when it is not known what was bought. */
function priceOfBought({ entity, found }: Mention, { before }: Trigger, said: readonly Draft[]): Draft[] {
  const bought = said.find(({ type, source }) => type === 'ACQUIRED' && source === before?.entity);
  if (!bought) return [];
  return [{ source: bought.target, type: 'COSTS', target: entity, confidence: bought.confidence, place: found.end }];
}

interface Match {
  readonly sentence: ReadSentence;
  readonly mention: Mention;
  readonly trigger: Trigger;
  readonly antecedents: Antecedents;
}

/** The longest phrase that ends right before the mention and has somebody to relate it to. */
function matchTrigger(match: Match): Draft[] {
  const { words } = match.trigger;
  for (let length = Math.min(LONGEST_TRIGGER, words.length); length >= 0; length--) {
    for (const rule of rulesFor(words.slice(words.length - length))) {
      const draft = apply(rule, match, isWholly(words, length));
      if (draft) return [draft];
    }
  }
  return [];
}

/** `X is the CEO of Y`: the verb before a phrase says no more than that it holds. */
function isWholly(words: readonly string[], length: number): boolean {
  return length === words.length || (length === words.length - 1 && words[0] === 'be');
}

function rulesFor(phrase: readonly string[]): PhraseRule[] {
  const general = phrase.map((form) => (isRole(form) ? 'ROLE' : form));
  return [...new Set([phrase.join(' '), general.join(' ')])].flatMap((key) => PHRASES.get(key) ?? []);
}

function apply(rule: PhraseRule, match: Match, isWhole: boolean): Draft | undefined {
  const { mention } = match;
  const [own, other] = rule.reversed ? [rule.source, rule.target] : [rule.target, rule.source];
  if (!fits(mention, own)) return undefined;
  const found = findOther(other, match, isWhole);
  if (!found || found.mention.entity === mention.entity) return undefined;
  const [source, target] = rule.reversed ? [mention, found.mention] : [found.mention, mention];
  if (rule.type === 'LOCATED_IN' && !mayLieIn(source, target)) return undefined;
  if (target.found.type === 'date' && source.found.type === 'concept') return undefined;
  const guessed = [source, target].some(({ found: { type } }) => type === 'concept') ? GUESSED : 1;
  return {
    source: source.entity,
    type: rule.type,
    target: target.entity,
    confidence: found.confidence * guessed,
    place: mention.found.end,
  };
}

function fits({ found }: Mention, types: ReadonlySet<string>): boolean {
  return (
    types.has(found.type) ||
    (found.type === 'concept' && found.confidence > 0.5 && NAMES.some((name) => types.has(name)))
  );
}

/** What a name may be whose type is not known. */
const NAMES = ['person', 'organization', 'place', 'product', 'technology', 'event', 'work'];

/** The mention right before the phrase, else who the pronoun stands for. Whoever else the sentence names is no subject. */
function findOther(
  types: ReadonlySet<string>,
  { trigger, sentence, mention, antecedents }: Match,
  isWhole: boolean,
): Other | undefined {
  const { before, pronoun } = trigger;
  if (before && (isDenied(sentence, before, mention) || endsAside(sentence, before))) return undefined;
  if (before && isWhole && fits(before, types)) {
    return { mention: before, confidence: isLoose(trigger) ? LOOSE : ADJACENT };
  }
  if (trigger.words.length === 0) return undefined;
  if (pronoun) return standsFor(pronoun, types, withinSentence(sentence, pronoun, antecedents));
  return before && sharedSubject(sentence, { before, mention }, types);
}

function isLoose({ words }: Trigger): boolean {
  return words.length > 0 && words.every((word) => LOOSE_WORDS.has(word));
}

/** `Anna left IBM and joined Google`: two verbs, one subject, with which the sentence begins. */
function sharedSubject(
  { words, mentions }: ReadSentence,
  { before, mention }: { readonly before: Mention; readonly mention: Mention },
  types: ReadonlySet<string>,
): Other | undefined {
  const between = words.slice(before.to, mention.from);
  const joint = between.findLastIndex(({ lower }) => lower === 'and');
  const [first] = mentions;
  const isShared = joint >= 0 && between[joint + 1]?.tag === 'VERB' && first?.from === 0 && fits(first, types);
  return isShared ? { mention: first, confidence: SHARED } : undefined;
}

const LOOSE_WORDS = new Set(['in', 'at', 'on', 'near', 'with', 'of']);

/** `Leo , the cousin of Max , lives in Graz`: what follows the second comma is said of Leo. */
function endsAside({ words, mentions }: ReadSentence, before: Mention): boolean {
  if (words[before.to]?.text !== ',' || words[before.to + 1]?.tag === 'PROPN') return false;
  const [first] = mentions;
  return first !== before && words.slice(first?.to, before.from).some(({ text }) => text === ',');
}

interface Other {
  readonly mention: Mention;
  readonly confidence: number;
}

/** Who stands before the pronoun in its own sentence comes first. */
function withinSentence({ mentions }: ReadSentence, { start }: Word, { person, thing }: Antecedents): Antecedents {
  const earlier = mentions.filter(({ found }) => found.end <= start);
  return {
    person: earlier.findLast(({ found }) => found.type === 'person') ?? person,
    thing: earlier.find(({ found }) => found.type !== 'person' && found.type !== 'date') ?? thing,
  };
}

const PERSONAL = new Set(['he', 'she', 'his', 'her', 'they', 'their']);

function standsFor({ lower }: Word, types: ReadonlySet<string>, { person, thing }: Antecedents): Other | undefined {
  const antecedent = types.has('person') && PERSONAL.has(lower) ? person : thing;
  return antecedent && fits(antecedent, types) ? { mention: antecedent, confidence: PRONOUN } : undefined;
}

/** `X founded Y and Z`: what is said of one holds for the next of its kind. */
function copyCoordinated(
  { words }: ReadSentence,
  { mention, trigger, drafts }: { mention: Mention; trigger: Trigger; drafts: readonly Draft[] },
): Draft[] {
  const { before } = trigger;
  if (!before || trigger.words.length > 0 || before.found.type !== mention.found.type) return [];
  const between = words.slice(before.to, mention.from).map(({ lower }) => lower);
  if (!between.some((word) => word === 'and' || word === '&' || word === 'or') && mention.found.type === 'place')
    return [];
  if (between.length === 0 || between.some((word) => ![',', 'and', 'or', '&', 'the', 'a'].includes(word))) return [];
  return drafts
    .filter(({ target, type }) => target === before.entity && type !== 'LOCATED_IN')
    .map((draft) => ({
      ...draft,
      target: mention.entity,
      confidence: draft.confidence * 0.9,
      place: mention.found.end,
    }));
}
