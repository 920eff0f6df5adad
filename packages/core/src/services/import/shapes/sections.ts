/** A Markdown text by its headings. Lines in fenced code are no headings, whatever they begin with. */

export interface Section {
  /** From the outermost to its own; empty for what stands before the first. */
  readonly headings: readonly string[];
  /** Without its heading, and without the sections in it. */
  readonly text: string;
}

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

export function sectionsOf(text: string): Section[] {
  const sections: { headings: readonly string[]; lines: string[] }[] = [{ headings: [], lines: [] }];
  const path: string[] = [];
  let fence = '';
  for (const line of text.split(/\r?\n/)) {
    const heading = fence === '' ? HEADING.exec(line) : null;
    fence = fenceAfter(line, fence);
    if (heading) sections.push({ headings: under(path, heading), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const found = sections.map(({ headings, lines }) => ({ headings, text: lines.join('\n').trim() }));
  return found.filter(({ headings, text: words }) => headings.length > 0 || words !== '');
}

/** The mark of the fence that is open after this line; empty outside. */
function fenceAfter(line: string, open: string): string {
  const mark = FENCE.exec(line)?.[1] ?? '';
  if (open === '') return mark;
  return mark.startsWith(open) ? '' : open;
}

/** Puts a heading in its place on the way from the outermost, and tells the way. Levels that were left out are not in it. */
function under(path: string[], [, marks = '', name = '']: RegExpExecArray): string[] {
  path.length = Math.min(path.length, marks.length - 1);
  path[marks.length - 1] = name;
  return Array.from(path, (heading) => heading ?? '').filter((heading) => heading !== '');
}
