/** `[a-z]`, `[!0-9]`, `[[:alpha:]_]`: which characters one stands for, with every corner as Git's wildmatch has it. */
type CharTest = (char: string) => boolean;

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  // oxlint-disable-next-line no-control-regex
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

interface Reading {
  readonly chars: readonly string[];
  /** The character that is read next. */
  at: number;
  /** What a `-` after it would begin a range from. */
  previous: string | undefined;
  readonly tests: CharTest[];
}

/** `open` is where its `[` stands; `last` is where its `]` does. Undefined when it has no end, or names no class. */
export function parseCharClass(
  chars: readonly string[],
  open: number,
): { readonly test: CharTest; readonly last: number } | undefined {
  const negated = chars[open + 1] === '!' || chars[open + 1] === '^';
  const reading: Reading = { chars, at: open + (negated ? 2 : 1), previous: undefined, tests: [] };
  // The first character is one of the class even if it is a `]`.
  do {
    if (!readMember(reading)) return undefined;
  } while (chars[reading.at] !== ']');
  const { tests, at: last } = reading;
  return { test: (char) => tests.some((test) => test(char)) !== negated, last };
}

function readMember(reading: Reading): boolean {
  const { chars, at, previous } = reading;
  const char = chars[at];
  if (char === undefined) return false;
  if (char === '\\') return readEscaped(reading);
  const next = chars[at + 1];
  if (char === '-' && previous !== undefined && next !== undefined && next !== ']') return readRange(reading, previous);
  if (char === '[' && next === ':') return readNamed(reading);
  addChar(reading, char, at + 1);
  return true;
}

function readEscaped(reading: Reading): boolean {
  const char = reading.chars[reading.at + 1];
  if (char === undefined) return false;
  addChar(reading, char, reading.at + 2);
  return true;
}

function readRange(reading: Reading, from: string): boolean {
  const isEscaped = reading.chars[reading.at + 1] === '\\';
  const to = reading.chars[reading.at + (isEscaped ? 2 : 1)];
  if (to === undefined) return false;
  reading.tests.push((char) => from <= char && char <= to);
  reading.at += isEscaped ? 3 : 2;
  reading.previous = undefined;
  return true;
}

function readNamed(reading: Reading): boolean {
  const start = reading.at + 2;
  const end = reading.chars.indexOf(']', start);
  if (end === -1) return false;
  if (end === start || reading.chars[end - 1] !== ':') {
    // No name after all: a bracket like any other character.
    addChar(reading, '[', reading.at + 1);
    return true;
  }
  const named = NAMED[reading.chars.slice(start, end - 1).join('')];
  if (!named) return false;
  reading.tests.push((char) => named.test(char));
  reading.at = end + 1;
  reading.previous = undefined;
  return true;
}

function addChar(reading: Reading, char: string, next: number): void {
  reading.tests.push((other) => other === char);
  reading.at = next;
  reading.previous = char;
}
