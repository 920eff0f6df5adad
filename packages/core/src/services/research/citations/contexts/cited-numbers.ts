/** Which references a sentence cites by their numbers: `[3]`, `[3–5, 8]`, or raised figures. */

const BRACKETS = /\[(\d{1,4}(?:\s?[-–—,;]\s?\d{1,4})*)\]/gu;
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,⁻–-]+[⁰¹²³⁴⁵⁶⁷⁸⁹]+)*/gu;
const FIGURES = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** `[1–500]` is an interval, not a citation. */
const MOST_AT_ONCE = 60;

export function numbersCited(sentence: string, known: ReadonlySet<number>): number[] {
  const groups = [...sentence.matchAll(BRACKETS)].map(([, list = '']) => expand(list));
  for (const match of sentence.matchAll(RAISED))
    if (!isExponent(sentence.slice(0, match.index))) groups.push(expand(toFigures(match[0])));
  const cited = groups.flatMap((group) => meant(group, known));
  return [...new Set(cited)].toSorted((a, b) => a - b);
}

/** `[0, 1]` is an interval; of a real citation most numbers are in the list. */
function meant(group: readonly number[], known: ReadonlySet<number>): number[] {
  const found = group.filter((n) => known.has(n));
  return group.includes(0) || found.length * 2 < group.length ? [] : found;
}

/** An exponent stands behind a figure or a unit, a citation behind a word or a full stop. */
function isExponent(before: string): boolean {
  return !/[\p{L}.,;:)\]”"’]$/u.test(before) || /(?:^|[\s\d])(?:[mcknμ]?m|s|kg|cm|x|y|R|χ)$/u.test(before);
}

function expand(list: string): number[] {
  return list.split(/[,;]/u).flatMap((part) => {
    const [from, to] = part.split(/[-–—⁻]/u).map((figure) => Number(figure.trim()));
    if (from === undefined || Number.isNaN(from)) return [];
    if (to === undefined || Number.isNaN(to)) return [from];
    return to < from || to - from > MOST_AT_ONCE
      ? [from, to]
      : Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

function toFigures(raised: string): string {
  return raised.replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/gu, (figure) => String(FIGURES.indexOf(figure)));
}
