/** Which prompts are worth a search: what a person says in so many words, not what a program or a key press makes. */
const LEAST_WORDS = 4;
const PEOPLE = new Set(['', 'user', 'sdk']);
/** A block of tags is a client speaking to the model: `<task-notification>…`. */
const TAGS = /^<([a-z][\w-]*)[\s>]/i;

export function isWorthAsking(prompt: string, source = ''): boolean {
  const text = prompt.trim();
  if (!PEOPLE.has(source) || text.startsWith('/') || TAGS.test(text)) return false;
  return countWords(text) >= LEAST_WORDS;
}

/** As the language has them: some write without spaces. */
function countWords(text: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.slice(0, 400)))
    if (isWordLike) words++;
  return words;
}
