/**
 * TypeScript source as text with the parts that are not code blanked out, so that a plain pattern can look for imports
 * and calls. Length and line breaks stay, so an offset in the result is an offset in the file.
 */

// A slash opens a regular expression only where a value may begin: after an operator, a bracket or a line start.
const LEXEME = new RegExp(
  [
    String.raw`\/\/[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`'(?:\\.|[^'\\\n])*'`,
    String.raw`"(?:\\.|[^"\\\n])*"`,
    '`(?:\\\\[\\s\\S]|[^`\\\\])*`',
    String.raw`(?<=(?:^|[(,=:[!&|?{};+>\n]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`,
  ].join('|'),
  'g',
);

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** The source without its comments. */
export function withoutComments(source: string): string {
  return source.replaceAll(LEXEME, (lexeme) => (/^\/[/*]/.test(lexeme) ? blank(lexeme) : lexeme));
}

/** The source without comments, quoted strings and regular expressions. Template strings stay: they can hold code. */
export function codeOnly(source: string): string {
  return source.replaceAll(LEXEME, (lexeme) => (lexeme.startsWith('`') ? lexeme : blank(lexeme)));
}

/** The line, from 1, that an offset lies on. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
