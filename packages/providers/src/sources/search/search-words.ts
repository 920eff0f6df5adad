/**
 * Words of a user inside a service's own language of queries. Whatever could mean something there (quotes, brackets, colons, operators) becomes
 * a space, so that a word is looked for and never obeyed; what stands in quotation marks is a phrase everywhere.
 */

/** Letters, digits and what joins them. */
const UNSAFE = /[^\p{L}\p{M}\p{N}.+#'’_-]+/gu;

export function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(UNSAFE, ' ')
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])[.'’_+#-]+|[.'’_-]+(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Each in quotation marks: `AND` is a word there. */
export function phrases(texts: readonly string[]): string[] {
  return texts.map((text) => `"${plainWords(text)}"`);
}

/** `(a OR b)`; one alone needs no brackets. */
export function joined(parts: readonly string[], word: string): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(` ${word} `)})`;
}

export const ISSN = /^\d{4}-?\d{3}[\dXx]$/u;
