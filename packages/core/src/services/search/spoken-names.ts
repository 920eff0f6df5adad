/**
 * What a question may be calling by name: its words, and neighbours of them joined as people join the words of a tag or
 * write the name of a thing. Small words are no names ("who" is not the WHO), unless they are written in capitals.
 */
import { nameKey, smallWordsIn } from '../../model/index.ts';

/** Longer questions tell a story; their first words are looked at. */
const MOST_WORDS = 40;
const LONGEST_RUN = 4;
const JOINED_BY = ['-', '_', ' ', ''];
const EDGES = /^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}+#]*$/gu;
const PARTED = /[-_]+/u;
const CAPITALS = /^\p{Lu}{2,}$/u;

/** Words that may be tags, each with how the question says it: single ones in any case, pairs joined in every usual way. */
export function tagsIn(text: string): Map<string, string> {
  const written = wordsOf(text);
  const words = written.flatMap((word) => word.split(PARTED)).filter(Boolean);
  const isName = nameTest(text);
  const found = new Map<string, string>();
  const add = (said: string, tags: readonly string[]) => {
    for (const tag of tags) if (!found.has(tag)) found.set(tag, said);
  };
  for (const word of [...written, ...words]) if (isName(word)) add(word, casesOf(word));
  for (const [i, word] of words.slice(0, -1).entries()) {
    const pair = [word, words[i + 1] as string];
    const tags = JOINED_BY.map((joint) => pair.join(joint));
    if (pair.some(isName)) add(pair.join(' '), [...tags, ...tags.map((tag) => tag.toLowerCase())]);
  }
  return found;
}

/** Keys that may be those of an entity's name (`nameKey`), each with how the question says it: runs of up to four words. */
export function namesIn(text: string): Map<string, string> {
  const words = wordsOf(text);
  const isName = nameTest(text);
  const found = new Map<string, string>();
  for (const run of runsOf(words)) {
    if (![run[0], run.at(-1)].every((word) => isName(word ?? ''))) continue;
    const said = run.join(' ');
    for (const key of [nameKey(said, ''), nameKey(said, 'organization')]) if (!found.has(key)) found.set(key, said);
  }
  return found;
}

/** The longest first. */
function* runsOf(words: readonly string[]): Generator<readonly string[]> {
  for (let length = LONGEST_RUN; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) yield words.slice(start, start + length);
  }
}

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u, MOST_WORDS)
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean);
}

function nameTest(text: string): (word: string) => boolean {
  const small = smallWordsIn(text);
  return (word) => CAPITALS.test(word) || !small.has(word.toLowerCase());
}

function casesOf(word: string): string[] {
  const lower = word.toLowerCase();
  return [word, lower, word.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)];
}
