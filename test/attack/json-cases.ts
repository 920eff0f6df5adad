/**
 * JSON that is broken in every way we could think of, and JSON that only looks so. y: has to be accepted as JSON, n: has to be
 * refused, i: either, but in good order.
 */
export interface JsonCase {
  readonly name: string;
  readonly expect: 'y' | 'n' | 'i';
  readonly bytes: Buffer;
}

const BAD_NUMBERS = [
  '01',
  '-01',
  '00',
  '1.',
  '.5',
  '-.5',
  '+1',
  '++1',
  '--1',
  '-',
  '1e',
  '1e+',
  '1E-',
  '1.e5',
  '1e5.5',
  '1.2.3',
  '0x1F',
  '0b1',
  '0o7',
  '1_000',
  '1n',
  '1f',
  'NaN',
  '-NaN',
  'Infinity',
  '-Infinity',
  '１',
  '1 000',
  '-1-1',
  '1a',
];
const GOOD_NUMBERS = [
  '0',
  '-0',
  '7',
  '-2.5',
  '1e5',
  '1E-5',
  '1.5e+3',
  '123456789012345678901234567890',
  '1e400',
  '-1e-400',
  '0.0000000000000000000000001',
];
const BAD_WORDS = [
  'True',
  'FALSE',
  'nul',
  'tru',
  'nulll',
  'undefined',
  'None',
  'yes',
  'a',
  "'a'",
  '`a`',
  '()',
  '<a>',
  '@',
];
const BAD_STRINGS = [
  '"',
  '"a',
  'a"',
  '"a""',
  '"\\"',
  '"\\',
  '"\\x41"',
  '"\\\'"',
  '"\\0"',
  '"\\u"',
  '"\\u12"',
  '"\\u12G4"',
  '"\\U0041"',
  '"\\u{41}"',
  '"\\ "',
  '"\\é"',
  '"a\tb"',
  '"a\nb"',
  '"a\rb"',
  '"a\u0000b"',
  '"a\u001fb"',
  '"a" "b"',
  '"a"b',
];
const GOOD_STRINGS = [
  '""',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\\u0041\\u00e9\\u20ac"',
  '"\\ud834\\udd1e"',
  '"\\ud834"',
  '"\\u0000"',
  '"\u2028\u2029"',
  '"\u007f"',
  '"\ufdd0\uffff"',
  '"日本語 😀"',
  `"${'long '.repeat(20_000)}"`,
];
const BAD_SHAPES = [
  '',
  ' ',
  '\n',
  '[',
  ']',
  '{',
  '}',
  '[]]',
  '[[]',
  '{}}',
  '{{}}',
  '[1,]',
  '[,1]',
  '[,]',
  '[1,,2]',
  '[1 2]',
  '[1;2]',
  '[1:2]',
  '[1}',
  '{"a":1]',
  '{"a"}',
  '{"a":}',
  '{"a"::1}',
  '{"a" 1}',
  '{"a",1}',
  '{:1}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1,,"b":2}',
  '{"a":1 "b":2}',
  '{a:1}',
  "{'a':1}",
  '{1:1}',
  '{null:1}',
  '{[]:1}',
  '{} {}',
  '[] x',
  '{};',
  '[1] // why',
  '/* why */ [1]',
  '[1 /* why */]',
  '# why\n[1]',
  '\f[1]',
  '\v[1]',
  '\u00a0[1]',
  '\u2028[1]',
  '\u0000[1]',
  '[1]\u0000',
  '...',
  ")]}'\n[1]",
  'callback([1])',
  '['.repeat(100_000),
  '{"a":'.repeat(10_000),
];
const GOOD_SHAPES = [
  '[]',
  '{}',
  ' \t\r\n[ \t\r\n] \t\r\n',
  '{"":""}',
  '{"a":1,"a":2}',
  '[[[[[[]]]]]]',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  '{"a":{"b":[{"c":null}]}}',
  '{"__proto__":{"x":1},"constructor":1}',
  'true',
  'false',
  'null',
];
/** Bytes that are no UTF-8, and encodings that are others. */
const BAD_BYTES: Readonly<Record<string, readonly number[]>> = {
  'a lone continuation byte': [0x22, 0x80, 0x22],
  'a sequence cut short': [0x22, 0xe2, 0x82, 0x22],
  'an overlong slash': [0x22, 0xc0, 0xaf, 0x22],
  'an overlong NUL': [0x22, 0xe0, 0x80, 0x80, 0x22],
  'half a surrogate pair': [0x22, 0xed, 0xa0, 0x80, 0x22],
  'beyond the last character': [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
  'a byte that never occurs': [0x22, 0xff, 0x22],
  'Latin-1': [0x22, 0xe9, 0x22],
  'UTF-16, little endian': [0x5b, 0, 0x31, 0, 0x5d, 0],
  'UTF-16, big endian': [0, 0x5b, 0, 0x31, 0, 0x5d],
  'UTF-16 with its mark': [0xff, 0xfe, 0x5b, 0, 0x5d, 0],
};
const UNDECIDED: Readonly<Record<string, Buffer>> = {
  'a byte order mark': Buffer.from('\ufeff[]'),
  'very deep': Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
};

/** A value by itself, in an array and in an object: what is wrong alone is wrong inside, too. */
function around(expect: JsonCase['expect'], values: readonly string[]): JsonCase[] {
  return values.flatMap((value) =>
    [value, `[${value}]`, `{"a":${value}}`].map((text) => ({ name: shown(text), expect, bytes: Buffer.from(text) })),
  );
}

const whole = (expect: JsonCase['expect'], texts: readonly string[]): JsonCase[] =>
  texts.map((text) => ({ name: shown(text), expect, bytes: Buffer.from(text) }));

const bytes = (
  expect: JsonCase['expect'],
  some: Readonly<Record<string, Uint8Array | readonly number[]>>,
): JsonCase[] => Object.entries(some).map(([name, content]) => ({ name, expect, bytes: Buffer.from(content) }));

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);
}

export const WRITTEN: readonly JsonCase[] = [
  ...around('n', BAD_NUMBERS),
  ...around('y', GOOD_NUMBERS),
  ...around('n', BAD_WORDS),
  ...around('n', BAD_STRINGS),
  ...around('y', GOOD_STRINGS),
  ...whole('n', BAD_SHAPES),
  ...whole('y', GOOD_SHAPES),
  ...bytes('n', BAD_BYTES),
  ...bytes('i', UNDECIDED),
];

const MESSAGE =
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"a\\u00e9b","list":[1,-2.5e3,true,null],"map":{}}}';
const STRUCTURE = /[{}[\]:,"]/g;

/**
 * A message cut off at each character, and without or with twice each of the signs that hold it together: an odd number of
 * quotes or brackets, a name without its value, a value too many. None of them is JSON.
 */
export function brokenMessages(): JsonCase[] {
  const cut = Array.from({ length: MESSAGE.length - 1 }, (_, i) => MESSAGE.slice(0, i + 1));
  const signs = [...MESSAGE.matchAll(STRUCTURE)].map(({ index }) => index);
  const without = signs.map((at) => MESSAGE.slice(0, at) + MESSAGE.slice(at + 1));
  const twice = signs.map((at) => MESSAGE.slice(0, at) + MESSAGE.charAt(at) + MESSAGE.slice(at));
  return whole('n', [...cut, ...without, ...twice]);
}

/** The message with some bytes changed at random: whatever it is then, it is answered in good order. */
export function changedMessages(random: () => number, count: number): JsonCase[] {
  return Array.from({ length: count }, (_, n) => {
    const changed = Buffer.from(MESSAGE);
    for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1)
      changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
    return { name: `changed ${n}: ${changed.toString('base64')}`, expect: 'i' as const, bytes: changed };
  });
}
