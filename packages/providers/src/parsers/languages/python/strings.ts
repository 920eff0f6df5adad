/** Texts of Python's literals. */
import type { Walk } from '../../tree/walk.ts';

/** The characters between the quotes, as written; null where something is put in when the program runs. */
export function stringText(walk: Walk, node: number): string | null {
  const parts = walk.kind(node) === 'concatenated_string' ? walk.children(node) : [node];
  const texts = parts.map((part) => contentOf(walk, part));
  return texts.includes(null) ? null : texts.join('');
}

function contentOf(walk: Walk, node: number): string | null {
  if (walk.has(node, 'interpolation')) return null;
  const [open, close] = [walk.child(node, 'string_start'), walk.child(node, 'string_end')];
  if (open < 0 || close < 0) return null;
  return walk.text.slice(walk.end(open), walk.start(close));
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
};
const ESCAPE = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|(\r?\n|.))/gu;

/** The characters that a string stands for; null where something is put in when the program runs. */
export function spokenText(walk: Walk, node: number): string | null {
  const text = stringText(walk, node);
  const isRaw = /^\w*r/iu.test(walk.textOf(node).slice(0, 3));
  if (text === null || isRaw || !text.includes('\\')) return text;
  return text.replace(ESCAPE, (written, ...groups: (string | undefined)[]) => {
    const [short, long, byte, one] = groups;
    const code = Number.parseInt(short ?? long ?? byte ?? '', 16);
    if (one === undefined) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written;
    return ESCAPES[one.replace('\r', '')] ?? written;
  });
}

/** Without the indentation that its lines have in common, as Python's own `inspect.cleandoc`. */
export function cleanDoc(text: string): string {
  const [first = '', ...rest] = text.replace(/\r\n?/gu, '\n').split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = indents.length > 0 ? Math.min(...indents.slice(0, 1000)) : 0;
  return [first.trim(), ...rest.map((line) => line.slice(indent).trimEnd())].join('\n').trim();
}
