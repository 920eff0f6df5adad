/**
 * What can be seen of each word of a sentence without understanding it: its form, what stands beside it, and what kind of sentence it stands in. The
 * weights of these are learned (weights.ts); how they are called is of no matter but must stay what it was when they were.
 */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly features: readonly string[];
}

const WORD = /[\p{L}\p{N}]+(?:['’.:/-][\p{L}\p{N}]+)*/gu;
const TIME =
  /^(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|days?|hours?|minutes?|morning|evening|night|summer|winter|spring|fall|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** Of what the speaker did. */
export const DID =
  /\b(?:i|we)(?:['’]ve)? (?:\w+ )?(?:\w{2,}ed|got|bought|went|had|made|took|met|ran|saw|found|gave|won|lost|left|came|wrote|read|built)\b/i;
const ENDINGS = [
  'ed',
  'ing',
  'ly',
  'tion',
  's',
  'er',
  'est',
  'ful',
  'al',
  'ive',
  'ous',
  'ity',
  'ness',
  'ment',
  'y',
  'ist',
  'able',
];
/** Of a word as a neighbour. */
const CLASSES: readonly (readonly [string, RegExp])[] = [
  ['mine', /^(?:my|our|mine)$/],
  ['the', /^(?:the|this|that|these|those)$/],
  ['a', /^(?:a|an|some|another)$/],
  ['I', /^(?:i|we|i'm|i've|we're|we've|i'd|i'll)$/],
  ['to', /^to$/],
  ['in', /^(?:in|at|on|from|with|for|of|about|by|into|near|after|before|during|called|named)$/],
  ['you', /^(?:you|your|you're|you've)$/],
  ['and', /^(?:and|or|but)$/],
  ['is', /^(?:is|are|was|were|be|been|being|it's|that's)$/],
  ['so', /^(?:so|really|very|super|pretty|too|such|totally)$/],
  ['he', /^(?:he|she|they|his|her|their|him|them|it|its)$/],
  ['have', /^(?:have|has|had|do|did|does|can|could|will|would|should)$/],
];
const OF_SENTENCE: readonly (readonly [string, RegExp])[] = [
  ['s?', /\?["')\]]*\s*$/],
  ['s!', /!["')\]]*\s*$/],
  ['s mine', /\b(?:i|my|we|our|me|us)\b/i],
  ['s I', /\b(?:i|we)\b/i],
  ['s you', /\b(?:you|your|you['’]re)\b/i],
  ['s did', DID],
  ['s back', /^(?:it|this|that|these|those|they|he|she)\b/i],
];
const MOST_LETTERS = 10;

/** `around` is what is known of the sentence from elsewhere. */
export function wordsOf(sentence: string, around: readonly string[]): Word[] {
  const found = [...sentence.matchAll(WORD)];
  const words = found.map(([word]) => word);
  const common = [...ofSentence(sentence, words), ...around];
  return found.map(({ 0: word, index }, i) => ({
    start: index,
    end: index + word.length,
    features: [...common, ...ofWord(word, i), `before ${classOf(words[i - 1])}`, `after ${classOf(words[i + 1])}`],
  }));
}

/** Of a sentence that the user said to the assistant: where it stood, and what cues it has. A line of a chat between people has none of these. */
export const ofMessage = (place: number, sentences: number, cues: readonly string[]): string[] => [
  place === 0 ? 'opens' : 'follows',
  `one of ${Math.min(5, sentences)}`,
  ...cues.map((cue) => `cue ${cue}`),
];

/** A word as the weights know it. */
export const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'");

function ofSentence(sentence: string, words: readonly string[]): string[] {
  const seen = OF_SENTENCE.filter(([, pattern]) => pattern.test(sentence)).map(([name]) => name);
  if (words.some((word) => TIME.test(word))) seen.push('s time');
  if (words.some((word) => /\d/.test(word))) seen.push('s figure');
  if (words.some((word, i) => i > 0 && /^\p{Lu}\p{Ll}/u.test(word))) seen.push('s name');
  return [...seen, `s length ${Math.min(6, Math.floor(words.length / 5))}`];
}

function ofWord(word: string, place: number): string[] {
  const form = plain(word);
  const seen = [`=${form}`, `letters ${Math.min(MOST_LETTERS, form.length)}`];
  if (/\d/.test(word)) seen.push('figure');
  if (/^\p{Lu}/u.test(word) && !/^I\b/.test(word)) seen.push(place > 0 ? 'name' : 'first');
  if (/^\p{Lu}{2,}/u.test(word)) seen.push('capitals');
  if (TIME.test(word)) seen.push('time');
  return [
    ...seen,
    ...ENDINGS.filter((end) => form.endsWith(end) && form.length > end.length + 2).map((end) => `-${end}`),
  ];
}

function classOf(word: string | undefined): string {
  if (word === undefined) return 'edge';
  const form = plain(word);
  const named = CLASSES.find(([, pattern]) => pattern.test(form));
  if (named) return named[0];
  if (/\d/.test(form)) return 'figure';
  if (/^\p{Lu}/u.test(word)) return 'name';
  return /(?:ed|ought|ent)$/.test(form) ? 'ed' : (/(?:ing|ly)$/.exec(form)?.[0] ?? 'other');
}
