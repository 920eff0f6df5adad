/**
 * An id for formats that take only letters, digits and underscores. Letters and digits stay, everything else becomes its
 * code, so that different ids stay different and can still be read.
 */
export function plainId(id: string): string {
  return `e_${id.replace(/[^a-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;
}
