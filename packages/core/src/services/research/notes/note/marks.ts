/** The lines that say where something of ours begins and ends, however the program of the notes hides them. */

export interface Mark {
  readonly kind: 'begin' | 'end' | 'conflict';
  /** Of the region. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Somebody has changed the line: what was meant is plain, and it is not relied on. */
  readonly isAltered: boolean;
}

/** As a comment of Obsidian's or of Markdown; an outline has a dash before it. */
const AS_WRITTEN =
  /^(?:[\t ]*- )?(?:%%|<!--) zapomni:(?:(?:begin|end) [a-z-]+|conflict [a-z-]+ \S+) (?:%%|-->)[\t ]*\r?\n?$/;
/** Not what a paper says of such lines: that has signs in it that nobody sees. */
const LINE = /^[^\p{L}\p{N}\u200B\n]*zapomni:(begin|end|conflict)(?![\p{L}\p{N}_-])[\t ]*([a-z-]*)[^\n]*(?:\n|$)/gmu;

export function findMarks(body: string): Mark[] {
  return [...body.matchAll(LINE)].map((match) => {
    const [line, kind, name = ''] = match;
    const [start, end] = [match.index, match.index + line.length];
    return { kind: kind as Mark['kind'], name, start, end, isAltered: !AS_WRITTEN.test(line) };
  });
}
