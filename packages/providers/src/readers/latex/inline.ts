/** Words of a line of LaTeX: marks of how they look taken off, accents put on, formulas as they stand. */
import { toAccented } from './accents.ts';
import { LETTERS } from './letters.ts';
import { closingBrace, COMMENT_LINE } from './source.ts';

/** Commands whose argument is not for reading. */
const SILENT =
  /^(?:label|vspace|hspace|vskip|hskip|includegraphics|input|include|bibliography|bibliographystyle|usepackage|documentclass|pagestyle|thispagestyle|setcounter|addtocounter|setlength|index|graphicspath|newcommand|renewcommand|providecommand|newenvironment|theoremstyle|newtheorem|hypersetup|geometry|definecolor|color|addbibresource|nocite|title|author|date|thanks|tableofcontents)$/u;
const WORDS: Readonly<Record<string, string>> = {
  textellipsis: '…',
  ...LETTERS,
  textbackslash: '\\',
  copyright: '©',
  S: '§',
  P: '¶',
  pounds: '£',
  euro: '€',
  textquoteright: '’',
  textquoteleft: '‘',
  item: '- ',
  newline: ' ',
  par: ' ',
  today: '',
  and: ', ',
};

/** The text of the first use of a command with an argument in braces. */
export function argumentOf(source: string, command: string): string | null {
  const found = new RegExp(String.raw`\\${command}\s*(?:\[[^\]]*\])?\s*\{`, 'u').exec(source);
  if (!found) return null;
  const open = found.index + found[0].length - 1;
  const close = closingBrace(source, open);
  return close < 0 ? null : source.slice(open + 1, close);
}

const TOKEN =
  /\$\$[^$]*\$\$|\$(?:\\.|[^$\\])*\$|\\\([\s\S]{0,2000}?\\\)|\\([a-zA-Z@]+)\*?[ \t]*|\\([^a-zA-Z])|[{}]|~|---?|``|''|[^\\${}~`'-]+|[\s\S]/gu;

/** Newlines of the source are kept: the caller counts and joins them. */
export function plainLatex(source: string, depth = 0): string {
  let out = '';
  const tokens = new RegExp(TOKEN);
  for (let found = tokens.exec(source); found; found = tokens.exec(source)) {
    const [text, command, symbol] = found;
    if (command !== undefined) {
      const { written, end } = runCommand(source, command, tokens.lastIndex, depth);
      out += written;
      tokens.lastIndex = end;
    } else if (symbol !== undefined) {
      const { written, end } = runSymbol(source, symbol, tokens.lastIndex);
      out += written;
      tokens.lastIndex = end;
    } else out += plainToken(text);
  }
  return out;
}

function plainToken(text: string): string {
  if (text === '{' || text === '}') return '';
  if (text === '~') return ' ';
  if (text === '--') return '–';
  if (text === '---') return '—';
  if (text === '``') return '“';
  if (text === "''") return '”';
  return text;
}

interface Written {
  readonly written: string;
  /** Where reading goes on. */
  readonly end: number;
}

const DEEPEST = 50;

function runCommand(source: string, command: string, at: number, depth: number): Written {
  const word = WORDS[command];
  if (word !== undefined) return { written: word, end: source.startsWith('{}', at) ? at + 2 : at };
  const accented = command.length === 1 ? toAccented(command, source, at) : null;
  if (accented) return accented;
  const { values, end } = argumentsAt(source, at, command === 'href' || command === 'textcolor' ? 2 : 1);
  if (values.length === 0) return { written: '', end: SILENT.test(command) ? end : at };
  return { written: writeArguments(command, values, depth), end };
}

function writeArguments(command: string, values: readonly string[], depth: number): string {
  const [first = '', second] = values;
  if (SILENT.test(command)) return '';
  if (/^(?:paren|text|auto|foot)?cite/u.test(command)) return `[${first.replace(/\s*,\s*/gu, ', ')}]`;
  if (/^(?:auto|c|C|eq|page|name)?ref$|^url$/u.test(command) || depth > DEEPEST) return first;
  const inner = plainLatex(second ?? first, depth + 1);
  return command === 'footnote' ? ` (${inner.trim()})` : inner;
}

function runSymbol(source: string, symbol: string, at: number): Written {
  // A new line may say how far below it begins.
  if (symbol === '\\')
    return { written: ' ', end: at + (/^\*?(?:\[[^\]\n]*\])?/u.exec(source.slice(at, at + 40))?.[0].length ?? 0) };
  return toAccented(symbol, source, at) ?? { written: SYMBOLS[symbol] ?? symbol, end: at };
}

/** What is not written as it stands behind its backslash. */
const SYMBOLS: Readonly<Record<string, string>> = {
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '!': '',
  '-': '',
  '/': '',
  '@': '',
  '[': '\\[',
  ']': '\\]',
};

/** Up to so many arguments in braces; those in brackets are passed over. */
function argumentsAt(source: string, from: number, most: number): { values: string[]; end: number } {
  const values: string[] = [];
  let end = from;
  for (let at = from; values.length < most;) {
    const opens = source[at];
    if (opens !== '{' && opens !== '[') break;
    const close = closingBrace(source, at);
    if (close < 0) break;
    if (opens === '{') values.push(source.slice(at + 1, close));
    at = close + 1;
    if (opens === '{' || source[at] === '{') end = at;
  }
  return { values, end };
}

/** On one line, with one space between words. */
export function joined(text: string): string {
  return text.replaceAll(COMMENT_LINE, ' ').replace(/\s+/gu, ' ').replace(/ ,/gu, ',').trim();
}
