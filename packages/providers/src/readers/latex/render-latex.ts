/** Writes the body of a LaTeX source block by block. */
import type { TextBuilder } from '../text-builder.ts';
import { joined, plainLatex } from './inline.ts';
import { RunningWords } from './running-words.ts';
import { closingBrace, COMMENT_LINE } from './source.ts';

const LEVELS: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
  subparagraph: 6,
};
/** What begins or ends a block: a section, an environment, an empty line, an item. */
const BLOCK =
  /\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?=[[{])|\\begin\{([^{}\n]+)\}|\\end\{([^{}\n]+)\}|\\item\b[ \t]*(\[[^\]\n]*\])?|\\caption\s*(?=[[{])|\\bibitem(?:\[[^\]\n]*\])?\{[^{}\n]*\}|\n[ \t]*\n\s*/gu;
const CODE = /^(?:verbatim\*?|lstlisting|minted|Verbatim|alltt)$/u;
const FORMULA = /^(?:equation|align|gather|multline|eqnarray|displaymath|math)\*?$/u;
const TABLE = /^(?:tabular[xy]?\*?|longtable|array)$/u;
const DROPPED = /^(?:tikzpicture|filecontents\*?)$/u;

export class LatexRenderer {
  readonly #builder: TextBuilder;
  readonly #source: string;
  #line = 1;
  /** How far lines have been counted. */
  #counted = 0;
  #topLevel = 2;
  /** Environments that have no end any more, so that it is not looked for again and again. */
  readonly #unclosed = new Set<string>();

  constructor(builder: TextBuilder, source: string) {
    this.#builder = builder;
    this.#source = source;
    // An article begins with sections, a book with chapters; either is the highest there is.
    if (/\\(?:chapter|part)\*?\s*[[{]/u.test(source)) this.#topLevel = 1;
  }

  render(): void {
    const begin = /\\begin\{document\}/u.exec(this.#source);
    const from = begin ? begin.index + begin[0].length : 0;
    const end = this.#source.indexOf('\\end{document}', from);
    this.#blocks(from, end < 0 ? this.#source.length : end);
  }

  #blocks(from: number, to: number): void {
    let at = from;
    while (at < to) {
      BLOCK.lastIndex = at;
      const found = BLOCK.exec(this.#source);
      if (!found || found.index >= to) break;
      this.#words(at, found.index);
      at = this.#block(found);
    }
    this.#words(at, Math.max(at, to));
  }

  /** Returns where reading goes on. */
  #block(found: RegExpExecArray): number {
    const [text, section, opened, , label] = found;
    const behind = found.index + text.length;
    if (section) return this.#section(LEVELS[section] ?? 2, behind);
    if (opened) return this.#environment(opened, found.index, behind);
    if (text.startsWith('\\item') || text.startsWith('\\bibitem')) {
      this.#builder.line();
      this.#mark(found.index);
      this.#builder.add(label ? `- ${plainLatex(label.slice(1, -1))} ` : '- ');
    } else if (text.startsWith('\\caption')) return this.#caption(behind);
    else this.#builder.paragraph();
    return behind;
  }

  #section(level: number, at: number): number {
    const open = this.#source.indexOf('{', this.#source[at] === '[' ? closingBrace(this.#source, at) : at);
    const close = open < 0 ? -1 : closingBrace(this.#source, open);
    if (close < 0) return at;
    const title = joined(plainLatex(this.#source.slice(open + 1, close)));
    if (title !== '') {
      this.#builder.paragraph();
      this.#mark(open);
      this.#builder.section(title, Math.max(1, level - this.#topLevel + 1));
    }
    return close + 1;
  }

  #caption(at: number): number {
    const open = this.#source.indexOf('{', at);
    const close = open < 0 ? -1 : closingBrace(this.#source, open);
    if (close < 0) return at;
    this.#builder.paragraph();
    this.#words(open + 1, close);
    this.#builder.paragraph();
    return close + 1;
  }

  #environment(name: string, begin: number, at: number): number {
    const closing = `\\end{${name}}`;
    const end = this.#unclosed.has(name) ? -1 : this.#source.indexOf(closing, at);
    if (end < 0) {
      this.#unclosed.add(name);
      return at;
    }
    const behind = end + closing.length;
    if (DROPPED.test(name)) return behind;
    if (CODE.test(name)) this.#code(at, end);
    else if (FORMULA.test(name)) this.#formula(begin, behind);
    else if (TABLE.test(name)) this.#table(at, end);
    else {
      // Its contents are blocks like any other; its own arguments are not for reading.
      this.#builder.paragraph();
      return this.#skipArguments(at);
    }
    return behind;
  }

  #skipArguments(from: number): number {
    let at = from;
    while (this.#source[at] === '[' || this.#source[at] === '{') {
      const close = closingBrace(this.#source, at);
      if (close < 0) break;
      at = close + 1;
    }
    return at;
  }

  #code(from: number, to: number): void {
    const begin = /^(?:\[[^\]\n]*\]|\{[^{}\n]*\})*\n?/u.exec(this.#source.slice(from, to))?.[0].length ?? 0;
    const code = this.#source.slice(from + begin, to).trimEnd();
    this.#builder.block('code', () => {
      this.#mark(from + begin);
      this.#builder.add(code);
    });
  }

  #formula(from: number, to: number): void {
    this.#builder.block('code', () => {
      this.#mark(from);
      this.#builder.add(this.#source.slice(from, to).replaceAll(COMMENT_LINE, '\n'));
    });
  }

  #table(from: number, to: number): void {
    const body = this.#source
      .slice(this.#skipArguments(from), to)
      .replace(
        /\\(?:hline|toprule|midrule|bottomrule|endhead|endfoot|cline\{[^{}]*\}|cmidrule(?:\([^()]*\))?\{[^{}]*\})/gu,
        '',
      );
    const rows = body
      .split(/\\\\(?:\[[^\]\n]*\])?|\\tabularnewline/u)
      .map((row) => row.split(/(?<!\\)&/u).map((cell) => joined(plainLatex(cell))))
      .filter((row) => row.some((cell) => cell !== ''));
    this.#builder.paragraph();
    this.#mark(from);
    this.#builder.table(rows);
  }

  /** A stretch without blocks in it: its lines are one paragraph. */
  #words(from: number, to: number): void {
    const source = this.#source.slice(from, to);
    const lead = /^(?:\s|\\label\{[^{}]*\})*/u.exec(source)?.[0].length ?? 0;
    if (lead === source.length) return;
    this.#mark(from + lead);
    const words = new RunningWords(this.#builder, this.#line);
    // Links are the odd pieces: a target and perhaps what is shown for it.
    const pieces = source.slice(lead).split(/\\(?:href|url)\{([^{}]*)\}(?:\{([^{}]*)\})?/u);
    for (let i = 0; i < pieces.length; i += 3) {
      words.write(pieces[i] ?? '');
      const target = pieces[i + 1];
      if (target !== undefined) words.link(target, pieces[i + 2] ?? target);
    }
  }

  /** What follows stands on the line of this place. */
  #mark(at: number): void {
    for (; this.#counted < at; this.#counted++) {
      const character = this.#source[this.#counted];
      if (character === '\n' || character === COMMENT_LINE) this.#line++;
    }
    this.#builder.atLine(this.#line);
  }
}
