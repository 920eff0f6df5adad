/** A language as styles and searches know it: `en` for `eng`, `ENG` and `en`. What is no code of one stays as it was said. */
const NONE_IN_PARTICULAR = /^(?:mul|und|zxx)$/iu;

export function toLanguage(code: string | undefined): string | undefined {
  if (code === undefined || NONE_IN_PARTICULAR.test(code)) return undefined;
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? code;
  } catch {
    return code;
  }
}
