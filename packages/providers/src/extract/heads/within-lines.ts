/**
 * A heading is not part of the name that its text begins with: "Helen Hunt", and on the next line "Helen Elizabeth Hunt is an actress". The model
 * does not see ends of lines, so names are parted there. A line as long as those of wrapped text may go on in the next.
 */
import type { BasicWord } from './basic-words.ts';
import type { TaggedName } from './name-head.ts';

/** Text is wrapped at 72 letters or more, a name's length earlier at most. */
const WRAPPED = 56;

export function withinLines(text: string, words: readonly BasicWord[], names: readonly TaggedName[]): TaggedName[] {
  return names.flatMap((name) => {
    const parts: TaggedName[] = [];
    let { from } = name;
    for (let word = from + 1; word <= name.to; word++) {
      if (word < name.to && !endsLine(text, words, word - 1)) continue;
      parts.push({ ...name, from, to: word });
      from = word;
    }
    return parts;
  });
}

function endsLine(text: string, words: readonly BasicWord[], word: number): boolean {
  const end = words[word]?.end ?? 0;
  const gap = text.slice(end, words[word + 1]?.start);
  if (!gap.includes('\n')) return false;
  const line = end - (text.lastIndexOf('\n', end - 1) + 1);
  return line < WRAPPED || /\n\s*\n/u.test(gap);
}
