/** Runs through what draws a page and listens to its words alone. */
import { PdfLexer } from './pdf-lexer.ts';
import { NotPlain, numberOf, PdfKeyword, PdfName, type PdfValue } from './pdf-value.ts';
import type { PlainFont } from './plain-font.ts';
import type { PlainLines, WordLook } from './plain-lines.ts';

export interface ContentParts {
  readonly lines: PlainLines;
  font(name: string): PlainFont;
  /** Of something that is drawn by its name; throws for what may have words in it. */
  onObject(name: string): void;
}

const MOST_STATES = 200;
/** Letters that stand upright this nearly do. */
const UPRIGHT = 0.001;
/** These hide words, say them otherwise, or hold bytes that are no operators. */
const FOREIGN = new Set(['BI', 'ID', 'EI', 'BDC', 'DP']);

const SPACE = 32;
const SPACES = new Set([' ', '\u00A0', '\t']);
/** In sizes of the font. */
const APART = 0.1;

interface Ruler {
  readonly origin: number;
  readonly across: number;
  /** Of a thousandth of the size, and so on, as wide as they are on the page. */
  readonly perUnit: number;
  readonly betweenLetters: number;
  readonly betweenWords: number;
  readonly look: WordLook;
}

interface State {
  readonly matrix: readonly number[];
  readonly font: PlainFont | undefined;
  readonly size: number;
  readonly letterSpace: number;
  readonly wordSpace: number;
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
}

export class PlainContent {
  readonly #parts: ContentParts;
  readonly #states: State[] = [];
  #matrix: readonly number[] = [1, 0, 0, 1, 0, 0];
  #font: PlainFont | undefined;
  #size = 0;
  #letterSpace = 0;
  #wordSpace = 0;
  #stretch = 1;
  #leading = 0;
  #rise = 0;
  /** Of the text: scale and shear, and where the line and the next letter begin. */
  #a = 1;
  #b = 0;
  #c = 0;
  #d = 1;
  #lineX = 0;
  #lineY = 0;
  #x = 0;
  #y = 0;

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  run(bytes: Uint8Array): void {
    const lexer = new PdfLexer(bytes);
    let values: PdfValue[] = [];
    for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
      if (value instanceof PdfKeyword) {
        this.#operate(value.word, values);
        values = [];
      } else if (values.push(value) > 100) throw new NotPlain('values without an operator');
    }
  }

  #operate(word: string, values: readonly PdfValue[]): void {
    const operator = OPERATORS[word];
    if (operator) operator.call(this, values);
    else if (FOREIGN.has(word)) this.#foreign(word, values);
  }

  #foreign(word: string, values: readonly PdfValue[]): void {
    // What it marks is mostly a paragraph; only a text that replaces what is shown, or a layer, changes anything.
    if (word === 'BDC' && values[0] instanceof PdfName && values[0].name !== 'OC') {
      const properties = values[1];
      if (!(properties instanceof Map) || !properties.has('ActualText')) return;
    }
    throw new NotPlain('a picture among the words, or words for others');
  }

  save(): void {
    if (this.#states.length > MOST_STATES) throw new NotPlain('states without end');
    this.#states.push({
      matrix: this.#matrix,
      font: this.#font,
      size: this.#size,
      letterSpace: this.#letterSpace,
      wordSpace: this.#wordSpace,
      stretch: this.#stretch,
      leading: this.#leading,
      rise: this.#rise,
    });
  }

  restore(): void {
    const state = this.#states.pop();
    if (!state) return;
    this.#matrix = state.matrix;
    this.#font = state.font;
    this.#size = state.size;
    this.#letterSpace = state.letterSpace;
    this.#wordSpace = state.wordSpace;
    this.#stretch = state.stretch;
    this.#leading = state.leading;
    this.#rise = state.rise;
  }

  transform(values: readonly PdfValue[]): void {
    const [a, b, c, d, e, f] = six(values);
    const [p, q, r, s, t, u] = this.#matrix as Six;
    this.#matrix = [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
  }

  beginText(): void {
    this.setText([1, 0, 0, 1, 0, 0]);
  }

  setText(values: readonly PdfValue[]): void {
    [this.#a, this.#b, this.#c, this.#d, this.#lineX, this.#lineY] = six(values);
    this.#x = this.#lineX;
    this.#y = this.#lineY;
  }

  move(x: number, y: number): void {
    this.#lineX += x * this.#a + y * this.#c;
    this.#lineY += x * this.#b + y * this.#d;
    this.#x = this.#lineX;
    this.#y = this.#lineY;
  }

  setFont(values: readonly PdfValue[]): void {
    const [name, size] = values;
    if (!(name instanceof PdfName)) throw new NotPlain('a font without a name');
    this.#font = this.#parts.font(name.name);
    this.#size = numberOf(size, 0);
  }

  set(what: 'letterSpace' | 'wordSpace' | 'stretch' | 'leading' | 'rise', values: readonly PdfValue[]): void {
    const value = numberOf(values[0], 0);
    if (what === 'letterSpace') this.#letterSpace = value;
    else if (what === 'wordSpace') this.#wordSpace = value;
    else if (what === 'stretch') this.#stretch = value / 100;
    else if (what === 'leading') this.#leading = value;
    else this.#rise = value;
  }

  nextLine(): void {
    this.move(0, -this.#leading);
  }

  showAll(pieces: PdfValue | undefined): void {
    if (!Array.isArray(pieces)) return;
    for (const piece of pieces as readonly PdfValue[]) {
      if (typeof piece === 'number') this.#advance((-piece / 1000) * this.#size * this.#stretch);
      else this.show(piece);
    }
  }

  #advance(by: number): void {
    this.#x += by * this.#a;
    this.#y += by * this.#b;
  }

  show(value: PdfValue | undefined): void {
    const font = this.#font;
    if (!(value instanceof Uint8Array) || !font) throw new NotPlain('words without a font');
    const ruler = this.#ruler(font);
    const x = this.#say(value, font, ruler);
    this.#x = (x - ruler.origin) / ruler.across;
  }

  /** What letters are measured with here. Across and upright, as nearly all words are. */
  #ruler({ isBold }: PlainFont): Ruler {
    const [across, q, r, upwards, origin, height] = this.#matrix as Six;
    if (Math.abs(q) + Math.abs(r) + Math.abs(this.#b) + Math.abs(this.#c) > UPRIGHT) {
      throw new NotPlain('letters that lie or lean');
    }
    const scale = this.#a * across;
    const size = Math.abs(this.#size * this.#d * upwards);
    if (scale <= 0 || size === 0) throw new NotPlain('letters backwards or of no size');
    const stretched = this.#stretch * scale;
    return {
      origin,
      across,
      perUnit: (this.#size / 1000) * stretched,
      betweenLetters: this.#letterSpace * stretched,
      betweenWords: this.#wordSpace * stretched,
      look: { baseline: (this.#y + this.#rise * this.#d) * upwards + height, size, bold: isBold },
    };
  }

  /** Words are told as they end: at a space, or with the string. Returns where the next letter begins. */
  #say(value: Uint8Array, { letters, widths, isWide }: PlainFont, ruler: Ruler): number {
    const { perUnit, betweenLetters, betweenWords, look } = ruler;
    // Some programs move letters apart instead of putting a space between them.
    const isApart = betweenLetters > APART * look.size;
    const { lines } = this.#parts;
    const space = isWide ? -1 : SPACE;
    let [word, start, end] = ['', 0, 0];
    let x = this.#x * ruler.across + ruler.origin;
    for (let i = 0; i < value.length; i++) {
      const code = isWide ? codeOfTwo(value, i++) : (value[i] as number);
      const letter = known(letters[code]);
      const isSpace = SPACES.has(letter);
      if (word !== '' && (isApart || isSpace)) {
        lines.add(word, start, end, look);
        word = '';
      }
      const width = (widths[code] ?? 0) * perUnit;
      if (word === '') start = x;
      if (!isSpace) {
        word += letter;
        end = x + width;
      }
      x += width + betweenLetters;
      if (code === space) x += betweenWords;
    }
    if (word !== '') lines.add(word, start, end, look);
    return x;
  }

  draw(values: readonly PdfValue[]): void {
    const [name] = values;
    if (name instanceof PdfName) this.#parts.onObject(name.name);
  }
}

function known(letter: string | undefined): string {
  if (letter === undefined) throw new NotPlain('a letter that is not known');
  return letter;
}

const codeOfTwo = (bytes: Uint8Array, at: number) => ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);

type Six = readonly [number, number, number, number, number, number];

function six(values: readonly PdfValue[]): Six {
  if (values.length < 6 || values.some((value) => typeof value !== 'number')) throw new NotPlain('no matrix');
  return values as unknown as Six;
}

type Operator = (this: PlainContent, values: readonly PdfValue[]) => void;

const OPERATORS: Readonly<Record<string, Operator | undefined>> = {
  q() {
    this.save();
  },
  Q() {
    this.restore();
  },
  cm(values) {
    this.transform(values);
  },
  BT() {
    this.beginText();
  },
  Tf(values) {
    this.setFont(values);
  },
  Tm(values) {
    this.setText(values);
  },
  Td(values) {
    this.move(numberOf(values[0], 0), numberOf(values[1], 0));
  },
  TD(values) {
    this.set('leading', [-numberOf(values[1], 0)]);
    this.move(numberOf(values[0], 0), numberOf(values[1], 0));
  },
  'T*'() {
    this.nextLine();
  },
  Tc(values) {
    this.set('letterSpace', values);
  },
  Tw(values) {
    this.set('wordSpace', values);
  },
  Tz(values) {
    this.set('stretch', values);
  },
  TL(values) {
    this.set('leading', values);
  },
  Ts(values) {
    this.set('rise', values);
  },
  Tj(values) {
    this.show(values[0]);
  },
  TJ(values) {
    this.showAll(values[0]);
  },
  "'"(values) {
    this.nextLine();
    this.show(values[0]);
  },
  '"'(values) {
    this.set('wordSpace', [numberOf(values[0], 0)]);
    this.set('letterSpace', [numberOf(values[1], 0)]);
    this.nextLine();
    this.show(values[2]);
  },
  Do(values) {
    this.draw(values);
  },
};
