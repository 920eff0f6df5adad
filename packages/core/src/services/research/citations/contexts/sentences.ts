/** Sentences with their places; the period of `et al.` and `Fig.` ends none. */

export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const END = /[.!?]["”’)\]]*[⁰¹²³⁴⁵⁶⁷⁸⁹,–]*(?:\s?\[[\d,\s–-]+\])?(?=\s+["“‘([]?[\p{Lu}\d]|\s*$)|\n\s*\n/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:al|fig|figs|eq|eqs|ref|refs|sec|tab|no|vol|pp|e\.g|i\.e|cf|vs|viz|resp|approx|ca|dr|mr|ms|prof|st|\p{Lu})\.$/iu;

export function* sentencesIn(text: string, from = 0, to = text.length): Generator<Sentence> {
  let start = from;
  const part = text.slice(from, to);
  for (const match of part.matchAll(END)) {
    const end = from + match.index + match[0].length;
    if (!match[0].includes('\n') && ABBREVIATION.test(text.slice(Math.max(start, end - 12), end))) continue;
    const sentence = trimmed(text, start, end);
    if (sentence) yield sentence;
    start = end;
  }
  const rest = trimmed(text, start, to);
  if (rest) yield rest;
}

function trimmed(text: string, start: number, end: number): Sentence | null {
  const part = text.slice(start, end);
  const bare = part.trim();
  const lead = part.length - part.trimStart().length;
  return bare === '' ? null : { text: bare, start: start + lead, end: start + lead + bare.length };
}
