/** Whether a question is about how things are, about something that happened, or about how things once were. */
export type Asked = 'now' | 'event' | 'past';

const SAYS_THEN =
  /\b(?:first|initial(?:ly)?|original(?:ly)?|previous(?:ly)?|former(?:ly)?|used to|earliest|oldest|order|history)\b/gi;
const SAYS_NOW = /\b(?:current(?:ly)?|now|latest|recent(?:ly)?|today|these days|at the moment|still|new)\b/i;
const SAYS_EVENT = /\b(?:did|was|were|had|when|which|list|all)\b/i;
/** "My former manager Rachel": said of somebody, not asked. */
const OF_SOMEBODY = /\b(?:first|original|previous|former)\s+\p{Ll}+,?\s+\p{Lu}/gu;
/** How the question begins, up to its verb. */
const IN_THE_PAST = /^\W*(?:\w+\W+){0,3}?(?:was|were|did|had)\b/i;
const IN_THE_PRESENT = /^\W*(?:\w+\W+){0,3}?(?:am|is|are|do|does|has|have)\b/i;

export function asksAbout(question: string): Asked {
  const then = question.replace(OF_SOMEBODY, ' ').match(SAYS_THEN) ?? [];
  // "What was my previous status before the current one": the verb decides where both are named.
  if (SAYS_NOW.test(question) && (then.length === 0 || !IN_THE_PAST.test(question))) return 'now';
  if (then.length === 0) return SAYS_EVENT.test(question) ? 'event' : 'now';
  // "When is the first sprint over": the first of several, not the one before another.
  const counts = then.every((word) => /^first$/i.test(word)) && IN_THE_PRESENT.test(question);
  return counts ? 'event' : 'past';
}
