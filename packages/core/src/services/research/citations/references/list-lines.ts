/** The lines of a list with their places in the text, and what their layout says of where an item begins. */

export interface ListLine {
  /** Without white space at the ends; never empty. */
  readonly text: string;
  /** Of `text`, in the whole text. */
  readonly start: number;
  readonly indent: number;
  /** An empty line stands before it. */
  readonly apart: boolean;
}

const MOST_LINES = 20_000;

export function listLines(text: string): ListLine[] {
  const lines: ListLine[] = [];
  let [at, apart] = [0, false];
  for (const line of text.split('\n').slice(0, MOST_LINES)) {
    const bare = line.trim();
    if (bare === '') apart = true;
    else {
      const indent = line.length - line.trimStart().length;
      lines.push({ text: bare, start: at + indent, indent, apart });
      apart = false;
    }
    at += line.length + 1;
  }
  return lines;
}
