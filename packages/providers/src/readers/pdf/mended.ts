const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};

/** Ligatures are one letter each only in print. Soft hyphens and what no eye sees goes. */
export function mended(text: string): string {
  return text
    .replace(/[ﬀ-ﬆ]/gu, (letter) => LIGATURES[letter] ?? letter)
    .replace(/[\u00AD\uFFFE]|(?![\n\t])\p{Cc}/gu, '');
}
