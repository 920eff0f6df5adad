/** A sentence with the words in it that say something. */
const LONGEST = 200;
const LONGEST_BEFORE = 60;

/** The sentence, with «» around the words that say it where it has others too. */
export function markedText({ text, mark }: { readonly text: string; readonly mark?: readonly number[] }): string {
  const [from = 0, to = text.length] = mark ?? [];
  const [before, after] = [text.slice(0, from), text.slice(to)].map(flat) as [string, string];
  if (!/[\p{L}\p{N}]/u.test(before + after)) return shorten(flat(text));
  const isLong = text.length > LONGEST && before.length > LONGEST_BEFORE;
  const lead = isLong ? `…${before.slice(-LONGEST_BEFORE).toWellFormed()}` : before;
  return shorten(`${lead}«${flat(text.slice(from, to))}»${after}`);
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
