/** Whether a question is about how things are, about something that happened, or about how things once were. */
export type Asked = 'now' | 'event' | 'past';

const SAYS_THEN =
  /\b(?:first|initial(?:ly)?|original(?:ly)?|previous(?:ly)?|former(?:ly)?|used to|earliest|oldest|order|history)\b/i;
const SAYS_NOW = /\b(?:current(?:ly)?|now|latest|recent(?:ly)?|today|these days|at the moment|still|new)\b/i;
const SAYS_EVENT = /\b(?:did|was|were|had|when|which|list|all)\b/i;
/** "What was my previous status before the current one": the verb decides where both are named. */
const BEGINS_IN_PAST = /^\W*(?:\w+\W+){0,3}?(?:was|were|did|had)\b/i;

export function asksAbout(question: string): Asked {
  const then = SAYS_THEN.test(question);
  if (SAYS_NOW.test(question) && !(then && BEGINS_IN_PAST.test(question))) return 'now';
  if (then) return 'past';
  return SAYS_EVENT.test(question) ? 'event' : 'now';
}
