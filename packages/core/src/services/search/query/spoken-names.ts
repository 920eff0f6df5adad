/**
 * What a question may be calling by name: its words, and neighbours of them joined as people join the words of a tag or
 * write the name of a thing. Small words are no names ("who" is not the WHO), unless they are written in capitals.
 */
import { nameKey, smallWordsIn } from '../../../model/index.ts';

/** Longer questions tell a story; their first words are looked at. */
const MOST_WORDS = 40;
const LONGEST_RUN = 4;
const JOINED_BY = ['-', '_', ' ', ''];
const EDGES = /^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}+#]*$/gu;
const PARTED = /[-_]+/u;
const CAPITALS = /^\p{Lu}{2,}$/u;

/** Each with how the question says it. */
export interface SpokenNames {
  /** Possible tags: single words in any case, pairs of words joined in every usual way. */
  readonly tags: ReadonlyMap<string, string>;
  /** Possible keys of entities (`nameKey`): runs of up to four words. */
  readonly keys: ReadonlyMap<string, string>;
}

export function namesIn(text: string): SpokenNames {
  const words = wordsOf(text);
  const isName = nameTest(text);
  return { tags: tagsOf(words, isName), keys: keysOf(words, isName) };
}

type NameTest = (word: string) => boolean;

function tagsOf(written: readonly string[], isName: NameTest): Map<string, string> {
  const words = written.flatMap((word) => word.split(PARTED)).filter(Boolean);
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

function keysOf(words: readonly string[], isName: NameTest): Map<string, string> {
  const found = new Map<string, string>();
  for (const run of runsOf(words, isName)) {
    const said = run.join(' ');
    // A legal form is a word of its own.
    const types = run.length > 1 ? ['', 'organization'] : [''];
    for (const key of types.map((type) => nameKey(said, type))) if (!found.has(key)) found.set(key, said);
  }
  return found;
}

/** The longest first; each begins and ends with what may be a name. */
function* runsOf(words: readonly string[], isName: NameTest): Generator<readonly string[]> {
  const ends = words.map(isName);
  for (let length = LONGEST_RUN; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      if (ends[start] && ends[start + length - 1]) yield words.slice(start, start + length);
    }
  }
}

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u, MOST_WORDS)
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean);
}

function nameTest(text: string): NameTest {
  const small = smallWordsIn(text);
  return (word) => CAPITALS.test(word) || !small.has(word.toLowerCase());
}

function casesOf(word: string): string[] {
  const lower = word.toLowerCase();
  return [word, lower, word.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)];
}
