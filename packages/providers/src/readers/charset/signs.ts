/** What each byte is in a charset of one byte. */
export interface Sign {
  readonly text: string;
  readonly small: string;
  readonly isAscii: boolean;
  readonly isLetter: boolean;
  readonly isLatin: boolean;
  readonly isCapital: boolean;
  readonly isVowel: boolean;
}

/** Before the first of a word, and behind the last. */
export const EDGE: Sign = toSign('', false);

const kept = new Map<string, readonly Sign[]>();

export function signsOf(charset: string): readonly Sign[] {
  const known = kept.get(charset);
  if (known) return known;
  const decoder = new TextDecoder(charset);
  const signs = Array.from({ length: 256 }, (_, byte) => toSign(decoder.decode(Uint8Array.of(byte)), byte < 0x80));
  kept.set(charset, signs);
  return signs;
}

function toSign(text: string, isAscii: boolean): Sign {
  const small = text.toLowerCase();
  return {
    text,
    small,
    isAscii,
    // The sign for a millionth is no letter of a word.
    isLetter: /^[\p{L}\p{M}]$/u.test(text) && text !== 'µ',
    isLatin: /\p{Script=Latin}/u.test(text),
    isCapital: small !== text,
    isVowel: /^[aeiouyæøœıаеиоуыэюяіїєαεηιουω]/iu.test(text.normalize('NFD')),
  };
}
