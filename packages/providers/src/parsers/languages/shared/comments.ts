/** Comments that stand right above a definition are what it says about itself. */
import type { Enter, Walk } from '../../tree/walk.ts';

interface Block {
  start: number;
  end: number;
  /** Where what it stands above may begin: its end, or that of what may stand between. */
  reach: number;
}

/** For the kinds of node that are comments: lines that follow each other are one. */
export const noteComment: Enter = (walk, node) => {
  const [start, end] = [walk.start(node), walk.end(node)];
  const last = walk.notes.get('comment') as Block | undefined;
  if (last && /^\s*$/u.test(between(walk, last.end, start)) && newlines(between(walk, last.end, start)) < 2)
    Object.assign(last, { end, reach: end });
  else walk.notes.set('comment', { start, end, reach: end });
  if (!walk.notes.has('first comment')) walk.notes.set('first comment', walk.notes.get('comment'));
};

/** Attributes and the like may stand between a comment and what it is about. */
export const passOver: Enter = (walk, node) => {
  const last = walk.notes.get('comment') as Block | undefined;
  if (last && between(walk, last.reach, walk.start(node)).trim() === '') last.reach = walk.end(node);
};

/** The comment that ends right above this offset. */
export function docAbove(walk: Walk, start: number): string | null {
  const last = walk.notes.get('comment') as Block | undefined;
  if (!last || last.reach > start || last.reach < start - MOST_GAP) return null;
  const gap = between(walk, last.reach, start);
  if (gap.trim() !== '' || newlines(gap) > 1) return null;
  walk.notes.delete('comment');
  return cleanComment(walk.text.slice(last.start, last.end)) || null;
}

/** The comment that the file begins with, unless it is that of its first symbol. */
export function docOfFile(walk: Walk): string | null {
  const first = walk.notes.get('first comment') as Block | undefined;
  if (!first || walk.text.slice(0, first.start).replace(/^(?:\uFEFF|#!.*|<\?php|\s)+/u, '') !== '') return null;
  const doc = cleanComment(walk.text.slice(first.start, first.end));
  return doc === '' || walk.facts.symbols.some((symbol, i) => i > 0 && symbol.doc === doc) ? null : doc;
}

const MOST_GAP = 200;
const between = (walk: Walk, from: number, to: number) => walk.text.slice(from, Math.min(to, from + MOST_GAP));
const newlines = (text: string) => text.split('\n').length - 1;

/** Without the marks of comments: `/** *`, `///`, `#`, `--`. */
function cleanComment(text: string): string {
  return text
    .split(/\r?\n/u)
    .map((line) =>
      line
        .replace(/^\s*(?:\/\*[*!]*|\*(?!\/)|\/\/[/!]*|#+|--+)? ?/u, '')
        .replace(/\s*\*+\/\s*$/u, '')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}
