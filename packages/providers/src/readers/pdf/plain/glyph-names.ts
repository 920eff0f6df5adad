/** Letters by the names that fonts give them, and the encodings that files name without writing them down. */

const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circumflex: '\u0302',
  dieresis: '\u0308',
  tilde: '\u0303',
  ring: '\u030A',
  caron: '\u030C',
  cedilla: '\u0327',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  ogonek: '\u0328',
  hungarumlaut: '\u030B',
};
const NAMES = new Map(
  `space  |exclam !|quotedbl "|numbersign #|dollar $|percent %|ampersand &|quotesingle '|parenleft (|parenright )|asterisk *|plus +|comma ,|hyphen -|minus −|period .|slash /|zero 0|one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|colon :|semicolon ;|less <|equal =|greater >|question ?|at @|bracketleft [|backslash \\|bracketright ]|asciicircum ^|underscore _|grave \`|braceleft {|bar ¦|braceright }|asciitilde ~|quoteleft ‘|quoteright ’|quotedblleft “|quotedblright ”|quotesinglbase ‚|quotedblbase „|guillemotleft «|guillemotright »|guilsinglleft ‹|guilsinglright ›|endash –|emdash —|bullet •|periodcentered ·|ellipsis …|dagger †|daggerdbl ‡|section §|paragraph ¶|copyright ©|registered ®|trademark ™|degree °|plusminus ±|multiply ×|divide ÷|mu µ|onehalf ½|onequarter ¼|threequarters ¾|onesuperior ¹|twosuperior ²|threesuperior ³|ordfeminine ª|ordmasculine º|cent ¢|sterling £|yen ¥|Euro €|florin ƒ|currency ¤|brokenbar ¦|logicalnot ¬|exclamdown ¡|questiondown ¿|germandbls ß|ae æ|AE Æ|oe œ|OE Œ|oslash ø|Oslash Ø|eth ð|Eth Ð|thorn þ|Thorn Þ|lslash ł|Lslash Ł|dotlessi ı|fi fi|fl fl|ff ff|ffi ffi|ffl ffl|fraction ⁄|perthousand ‰|acute ´|dieresis ¨|cedilla ¸|macron ¯|circumflex ˆ|tilde ˜|nbspace  |sfthyphen \u00AD`
    .split('|')
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)] as const),
);
NAMES.set('bar', '|');

/** Undefined for a name that is not known here. */
export function letterOf(name: string): string | undefined {
  return /^[A-Za-z]$/u.test(name) ? name : (NAMES.get(name) ?? accented(name) ?? byNumber(name));
}

function accented(name: string): string | undefined {
  const [, letter = '', mark = ''] = /^([A-Za-z])([a-z]{4,})$/u.exec(name) ?? [];
  const combining = MARKS[mark];
  return combining === undefined ? undefined : `${letter}${combining}`.normalize('NFC');
}

function byNumber(name: string): string | undefined {
  const code = Number.parseInt(/^u(?:ni(?=.{4}$))?([\dA-F]{4,6})$/u.exec(name)?.[1] ?? '', 16);
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** What the codes stand for; an empty string where nothing is known. */
export function encodingOf(name: string): string[] | undefined {
  if (name === 'WinAnsiEncoding') return decoded('windows-1252');
  if (name === 'MacRomanEncoding') return decoded('macintosh');
  return name === 'StandardEncoding' ? [...STANDARD] : undefined;
}

const ALL = Uint8Array.from({ length: 256 }, (_, code) => code);
const decoded = (label: string) =>
  [...new TextDecoder(label).decode(ALL)].map((letter, code) => (code < 32 ? '' : letter));
const STANDARD = Array.from({ length: 256 }, (_, code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : ''));
STANDARD[0x27] = '’';
STANDARD[0x60] = '‘';
for (const [code, letter] of [
  [0xa1, '¡'],
  [0xa2, '¢'],
  [0xa3, '£'],
  [0xa5, '¥'],
  [0xa7, '§'],
  [0xa9, "'"],
  [0xaa, '“'],
  [0xab, '«'],
  [0xae, 'fi'],
  [0xaf, 'fl'],
  [0xb1, '–'],
  [0xb2, '†'],
  [0xb3, '‡'],
  [0xb4, '·'],
  [0xb6, '¶'],
  [0xb7, '•'],
  [0xba, '”'],
  [0xbb, '»'],
  [0xbc, '…'],
  [0xbf, '¿'],
  [0xd0, '—'],
  [0xe1, 'Æ'],
  [0xe9, 'Ø'],
  [0xea, 'Œ'],
  [0xf1, 'æ'],
  [0xf5, 'ı'],
  [0xf8, 'ł'],
  [0xf9, 'ø'],
  [0xfa, 'œ'],
  [0xfb, 'ß'],
] as const) {
  STANDARD[code] = letter;
}
