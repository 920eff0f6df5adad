/**
 * Patterns that fields of a page are cut with, read into a tree. They are those of JavaScript without what makes matching slow or steers by what was
 * matched before: no looking ahead or behind, no references back. What is left is matched in time that grows with the text alone.
 */
export type PatternNode =
  | { readonly kind: 'char'; fits(char: string): boolean }
  | { readonly kind: 'at'; readonly where: Place }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  /** `group`: from 1; null for one that is not remembered. */
  | { readonly kind: 'group'; readonly group: number | null; readonly body: PatternNode }
  | {
      readonly kind: 'repeat';
      readonly item: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };
export type Place = '^' | '$' | 'b' | 'B';

const LONGEST_PATTERN = 200;
const MOST_REPEATS = 100;

/** What is wrong with a pattern, for whoever wrote it. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

export function parsePattern(source: string): PatternNode {
  if (source === '') throw new PatternRefused('is empty');
  if (source.length > LONGEST_PATTERN) throw new PatternRefused(`has more than ${LONGEST_PATTERN} characters`);
  try {
    // Only to see whether it is one; it is never run.
    void new RegExp(source, 'u');
  } catch {
    throw new PatternRefused('is no regular expression');
  }
  return new PatternReader(source).all();
}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #groups = 0;

  constructor(source: string) {
    this.#source = source;
  }

  all(): PatternNode {
    return this.#choice();
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#took('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? ''))
      items.push(this.#quantified(this.#item()));
    return { kind: 'sequence', items };
  }

  #item(): PatternNode {
    if (this.#took('(')) return this.#group();
    if (this.#took('^')) return { kind: 'at', where: '^' };
    if (this.#took('$')) return { kind: 'at', where: '$' };
    if (this.#took('\\b')) return { kind: 'at', where: 'b' };
    if (this.#took('\\B')) return { kind: 'at', where: 'B' };
    return this.#char();
  }

  #group(): PatternNode {
    const isPlain = this.#took('?:');
    if (!isPlain && this.#source[this.#at] === '?')
      throw new PatternRefused('looks ahead or behind, or names a group: only (…) and (?:…) are allowed');
    const group = isPlain ? null : ++this.#groups;
    const body = this.#choice();
    this.#took(')');
    return { kind: 'group', group, body };
  }

  /** One character of a kind. JavaScript says which: of a single one there is nothing to go back over. */
  #char(): PatternNode {
    const rest = this.#source.slice(this.#at);
    const [atom = ''] =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|.)/su.exec(
        rest,
      ) ?? [];
    if (/^\\(?:[1-9]|k)/.test(atom)) throw new PatternRefused('refers back to a group, which is not allowed');
    this.#at += atom.length;
    const one = new RegExp(`^(?:${atom})$`, 'u');
    return { kind: 'char', fits: (char) => one.test(char) };
  }

  #quantified(item: PatternNode): PatternNode {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/.exec(this.#source.slice(this.#at));
    if (!found) return item;
    this.#at += found[0].length;
    const [min, max] = bounds(found);
    if (Math.max(min, max === Infinity ? 0 : max) > MOST_REPEATS)
      throw new PatternRefused(`repeats something more than ${MOST_REPEATS} times`);
    return { kind: 'repeat', item, min, max, lazy: found[5] === '?' };
  }

  #took(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function bounds([, sign, from = '', comma, to]: RegExpExecArray): [min: number, max: number] {
  if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
  const min = Number(from);
  return [min, comma === undefined ? min : to === '' || to === undefined ? Infinity : Number(to)];
}
