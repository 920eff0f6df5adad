/** Which charset bytes are in: by their mark, by what they cannot be otherwise, by what was declared, by the words that they make. */
import { analyse } from 'chardet';
import { weighLetters } from './weigh-letters.ts';

const MARKS: readonly (readonly [bytes: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Enough for statistics of letters. */
const SAMPLE = 65_536;

export function detectCharset(bytes: Uint8Array, declared?: string): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (marked) return marked[1];
  const head = bytes.subarray(0, SAMPLE);
  const wide = wideCharset(head);
  if (wide) return wide;
  // Hardly anything that is valid UTF-8 with characters beyond ASCII is something else. ISO-2022-JP is ASCII to the eye.
  if (isUtf8(bytes)) return head.includes(27) ? (known(declared) ?? guess(head)) : 'utf-8';
  return isMostlyUtf8(head) ? 'utf-8' : (known(declared) ?? guess(head));
}

/** Files that were put together of others have a stray byte now and then; in no other charset do bytes pair up so. */
function isMostlyUtf8(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  const strays = text.split('\uFFFD').length - 1;
  return text.replaceAll(/[\p{ASCII}\uFFFD]/gu, '').length >= 4 * strays;
}

/** UTF-16 without a mark: every other byte of what most scripts have in common, spaces and newlines, is zero. */
function wideCharset(head: Uint8Array): string | undefined {
  const zeros = (from: number) => head.reduce((sum, byte, i) => sum + (byte === 0 && i % 2 === from ? 1 : 0), 0);
  const [even, odd] = [zeros(0), zeros(1)];
  const enough = head.length / 20;
  if (odd > enough && even <= odd / 20) return 'utf-16le';
  if (even > enough && odd <= even / 20) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end may be cut in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function known(label: string | undefined): string | undefined {
  try {
    const charset = label && new TextDecoder(labelOf(label)).encoding;
    // What is declared as UTF-8 and is none was declared wrongly.
    return charset && charset !== 'utf-8' ? charset : undefined;
  } catch {
    return undefined;
  }
}

/** Java and old programs have names of their own: `ISO8859_2`, `MacRoman`, `latin1`. */
function labelOf(label: string): string {
  const name = label.toLowerCase().replaceAll('_', '-');
  return /^(?:x-)?(?:mac-?roman|applemac)$/.test(name) ? 'macintosh' : name;
}

function guess(head: Uint8Array): string {
  const weighed = weighLetters(head);
  if (weighed && weighed.mean >= PLAUSIBLE) return weighed.charset;
  const first = head.findIndex((byte) => byte >= 0x80 || byte === 27);
  const counted = analyse(head.subarray(Math.max(0, first), Math.max(0, first) + COUNTED))
    .map(({ name }) => known(name))
    .find((charset) => charset && !charset.startsWith('utf-'));
  return counted && MULTIBYTE.has(counted) ? counted : (weighed?.charset ?? counted ?? 'windows-1252');
}

/** Of more than one byte; triples of letters tell those well. */
const MULTIBYTE: ReadonlySet<string> = new Set([
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'gbk',
  'iso-2022-jp',
  'shift_jis',
]);
/** Hardly what any words weigh that are none. */
const PLAUSIBLE = -4.3;
const COUNTED = 8192;
