/**
 * TeX as plain text, and plain text as TeX. Written here rather than taken from a parser of TeX: fields of a bibliography have accents,
 * symbols, braces and a little mathematics, the parser that is to be had weighs half a megabyte in the bundle, takes a hundred times as long and
 * recurses into what it reads. This is one pass over the text; braces are counted, never descended into.
 */
import { spaced } from '../build/item-draft.ts';
import { ACCENTS, LOOKS, lowered, MATH_ACCENTS, raised, SIGNS, SPACES, SYMBOLS } from './tex-symbols.ts';

/** Anything that a pass over the text would change. */
const HAS_TEX = /[\\{}$~`]|--|''/;

export function fromTex(text: string): string {
  return spaced(HAS_TEX.test(text) ? new TexReader(text).read() : text);
}

/** Longest argument that is looked at as a whole. */
const ARGUMENT = 400;

class TexReader {
  readonly #text: string;
  #at = 0;
  #isMath = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    const parts: string[] = [];
    while (this.#at < this.#text.length) parts.push(this.#next());
    return parts.join('');
  }

  #next(): string {
    const plain = this.#plain();
    if (plain !== '') return plain;
    const sign = this.#text[this.#at++] as string;
    if (sign === '\\') return this.#command();
    if (sign === '^' || sign === '_') return this.#isMath ? this.#script(sign) : sign;
    return this.#punctuation(sign);
  }

  #punctuation(sign: string): string {
    switch (sign) {
      case '$':
        this.#isMath = !this.#isMath;
        return '';
      case '~':
        return ' ';
      case '-':
        return this.#dashes();
      case '`':
        return this.#take('`') ? '“' : '‘';
      case "'":
        return this.#take("'") ? '”' : "'";
      default:
        return '';
    }
  }

  /** As far as nothing means anything. */
  #plain(): string {
    const from = this.#at;
    PLAIN.lastIndex = from;
    this.#at += PLAIN.exec(this.#text)?.[0].length ?? 0;
    return this.#text.slice(from, this.#at);
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #dashes(): string {
    if (this.#isMath || !this.#take('-')) return '-';
    return this.#take('-') ? '—' : '–';
  }

  #script(sign: string): string {
    const argument = this.#argument();
    if (argument === null) return sign;
    return this.#shifted(argument, sign);
  }

  #shifted(argument: string, sign: string): string {
    const inner = fromTex(argument);
    const found = sign === '^' ? raised(inner) : lowered(inner);
    if (found !== null) return found;
    return this.#isMath ? sign + inner : inner;
  }

  #command(): string {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined) return this.#signCommand();
    this.#at += word.length;
    const mark = ACCENTS.has(word) ? word : MATH_ACCENTS.get(word);
    const accented = mark === undefined ? null : this.#accent(mark, word.length > 1);
    if (accented !== null) return accented;
    const symbol = SYMBOLS.get(word);
    if (symbol !== undefined) return this.#symbol(symbol);
    if (SPACES.has(word)) return ' ';
    if (LOOKS.has(word)) return this.#look();
    return this.#unknown(word);
  }

  #signCommand(): string {
    const sign = this.#text[this.#at++] ?? '';
    const accented = ACCENTS.has(sign) ? this.#accent(sign) : null;
    return accented ?? SIGNS.get(sign) ?? sign;
  }

  /** The space behind a command ends its name and is not printed; `{}` does so and lets it be. */
  #symbol(symbol: string): string {
    if (this.#text.startsWith('{}', this.#at)) this.#at += 2;
    else this.#skipSpace();
    return symbol;
  }

  #look(): string {
    this.#skipSpace();
    return '';
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  /** Null where no letter follows. */
  #accent(mark: string, isWord = /[a-z]/i.test(mark)): string | null {
    const from = this.#at;
    if (isWord && !/[\s{\\]/.test(this.#text[this.#at] ?? '')) return null;
    this.#skipSpace();
    const argument = this.#argument();
    if (argument === null || argument.length > 12) {
      this.#at = from;
      return null;
    }
    const [first = '', ...rest] = [...fromTex(argument).replace('ı', 'i').replace('ȷ', 'j')];
    if (!/[\p{L}\p{N}]/u.test(first)) {
      this.#at = from;
      return null;
    }
    return `${first}${ACCENTS.get(mark)}`.normalize('NFC') + rest.join('');
  }

  /** The group, command or character that comes next. */
  #argument(): string | null {
    const next = this.#text[this.#at];
    if (next === undefined || next === '}') return null;
    if (next !== '{') {
      ATOM.lastIndex = this.#at;
      const atom = ATOM.exec(this.#text)?.[0] ?? next;
      this.#at += atom.length;
      return atom.trim();
    }
    const end = closing(this.#text, this.#at);
    if (end === -1) return null;
    const inside = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inside;
  }

  #isBehindWord(command: string): boolean {
    return /[\p{L}\p{N})]/u.test(this.#text[this.#at - command.length - 2] ?? '');
  }

  /** `\emph{so}` is so, `\href{address}{words}` the words; what has no argument stays as it is, for it may have been no command. */
  #unknown(word: string): string {
    const shift = SHIFTS.get(word);
    if (shift !== undefined) return this.#shifted(this.#argument() ?? '', shift);
    if (WITHOUT_ARGUMENT.has(word)) this.#argument();
    if (word.includes('space')) return ' ';
    if (OPERATORS.has(word)) return this.#isBehindWord(word) ? ` ${word}` : word;
    return /^ ?\{/.test(this.#text.slice(this.#at, this.#at + 2)) ? '' : `\\${word}`;
  }
}

/** Functions that mathematics writes upright. */
const OPERATORS: ReadonlySet<string> = new Set(
  'log ln lg exp sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan min max arg lim sup inf det dim ker deg gcd hom Pr'.split(
    ' ',
  ),
);

const SHIFTS: ReadonlyMap<string, string> = new Map([
  ['textsuperscript', '^'],
  ['textsubscript', '_'],
]);
/** Of these the first argument is no text. */
const WITHOUT_ARGUMENT: ReadonlySet<string> = new Set(['href', 'hspace', 'hspace*', 'vspace', 'vspace*']);

const PLAIN = /[^\\{}$~^_`'-]*/y;
const WORD = /[A-Za-z]+\*?/y;
const ATOM = /\\[A-Za-z]+\s?|\\.|[\s\S]/uy;

/** Of the group that opens at `from`, if it is short enough to be an argument. */
function closing(text: string, from: number): number {
  let depth = 0;
  const to = Math.min(text.length, from + ARGUMENT);
  for (let i = from; i < to; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

/** Addresses and paths: braces and backslashes that only protect go, nothing else is TeX. */
export function fromVerbatim(text: string): string {
  return spaced(
    text
      .replaceAll(/\\(?:textunderscore|_)(?:\{\})?/g, '_')
      .replaceAll(/\\(?:textasciitilde|~)(?:\{\})?|\{\\textasciitilde\}|\$\\sim\$/g, '~')
      .replaceAll(/\\textless(?:\{\})?|\$\\?<\$/g, '<')
      .replaceAll(/\\textgreater(?:\{\})?|\$\\?>\$/g, '>')
      .replaceAll(/\\textbackslash(?:\{\})?|\$\\backslash\$/g, '\\')
      .replaceAll(/\\([%#&${}])/g, '$1')
      // A group of one sign: so Mendeley escapes them.
      .replaceAll(/\{([^\w\s{}]|_)\}/g, '$1')
      .replaceAll(/^\{+|\}+$/g, '')
      .replace(/^\\url\{(.*)$/, '$1'),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '`': String.raw`\textasciigrave{}`,
  '<': String.raw`\textless{}`,
  '>': String.raw`\textgreater{}`,
  '|': String.raw`\textbar{}`,
  $: String.raw`\$`,
  '&': String.raw`\&`,
  '%': String.raw`\%`,
  '#': String.raw`\#`,
  _: String.raw`\_`,
};

/** What TeX would take for its own is escaped, and what its first fonts have another sign for; letters of all alphabets are written as they are. */
export function toTex(text: string): string {
  return text
    .replaceAll(/[\\{}~^`$&%#_<>|]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll(/-(?=-)/g, '-{}')
    .replaceAll(/'(?=')/g, "'{}");
}

/** Words with a capital inside, and capitals by themselves, stay so in styles that write titles in lower case. */
export function toTexTitle(text: string): string {
  return text
    .split(' ')
    .map((word) => word.split('-').map(protectedPart).join('-'))
    .map((word) => word.replaceAll(/-(?=-)/g, '-{}'))
    .join(' ');
}

const INNER_CAPITAL = /\p{L}\P{Lu}*\p{Lu}/u;
/** `Vitamin C`, `X-ray`; an article is none. */
const LONE_CAPITAL = /^\P{L}*(?!A)\p{Lu}\P{L}*$/u;

function protectedPart(part: string): string {
  return INNER_CAPITAL.test(part) || LONE_CAPITAL.test(part) ? `{${toTex(part)}}` : toTex(part);
}
