/** The source without what TeX does not print, with every newline where it was, so that lines can be counted. */

/** Environments whose contents mean nothing to TeX: no comments in them, and no commands. */
const VERBATIM = /\\begin\{(verbatim\*?|lstlisting|minted|Verbatim|alltt)\}[\s\S]*?\\end\{\1\}/gu;

export function withoutComments(source: string): string {
  let out = '';
  let at = 0;
  for (const { 0: verbatim, index } of source.matchAll(VERBATIM)) {
    out += strip(source.slice(at, index)) + verbatim;
    at = index + verbatim.length;
  }
  return out + strip(source.slice(at));
}

/** Stands for the newline of a line that held a comment only: such a line must not end the paragraph it stands in. */
export const COMMENT_LINE = '\uE000';

function strip(text: string): string {
  return text
    .replace(/\\begin\{comment\}[\s\S]*?\\end\{comment\}/gu, (comment) => comment.replace(/[^\n]/gu, ''))
    .replace(/^[ \t]*%[^\n]*\n/gmu, COMMENT_LINE)
    .replace(/(?<!\\)((?:\\\\)*)%[^\n]*/gu, '$1');
}

/** A brace that is not closed within so many characters is not closed. */
const FARTHEST = 10_000;

/** Where the brace that opens at `at` closes; -1 if it does not. */
export function closingBrace(source: string, at: number): number {
  const [open, close] = source[at] === '[' ? ['[', ']'] : ['{', '}'];
  let depth = 0;
  const end = Math.min(source.length, at + FARTHEST);
  for (let i = at; i < end; i++) {
    const character = source[i];
    if (character === '\\') i++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return i;
  }
  return -1;
}
