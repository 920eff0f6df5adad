/**
 * Titles and abstracts as sources write them (HTML, JATS, MathML, TeX, entities, sometimes twice over) as plain text: paragraphs on lines
 * of their own, headings before what they head, formulas in a line.
 */
import { decodeEntities } from './entities.ts';
import { raised } from './raised.ts';
import { texToText } from './tex-text.ts';

const ATTRIBUTES = String.raw`(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*`;
/** Names that can be nothing else in running text; `a < b` and `<unknown>` stay. */
const PLAIN_NAMES =
  'a|abbr|abstract|alternatives|article-title|b|bold|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|ext-link|fn|font|formula|h[1-6]|header|i|inf|inline-formula|ins|italic|label|li|list|list-item|mark|math|named-content|ol|p|pre|q|roman|s|sans-serif|sc|scp|sec|section|small|span|strike|strong|styled-content|sub|sup|table|tbody|td|tex-math|th|title|tr|tt|u|ul|underline|xref';
const TAG = new RegExp(
  String.raw`<(/?)((?:(?:jats|mml|m|ce|xhtml|html):[\w.-]+)|(?:${PLAIN_NAMES}))${ATTRIBUTES}\s*/?>`,
  'giu',
);
const MATH = /<((?:\w+:)?math)\b[^<>]*>(.*?)<\/\1\s*>/gisu;
/** The same formula again in another language, and what browsers run. */
const UNREAD = /<((?:\w+:)?(?:annotation(?:-xml)?|script|style))\b[^<>]*>.*?<\/\1\s*>|<!--.*?-->/gisu;
const TEX_AGAIN = /<((?:\w+:)?tex-math)\b[^<>]*>(.*?)<\/\1\s*>/gisu;
const ALTERNATIVES = /<((?:\w+:)?alternatives)\b[^<>]*>(.*?)<\/\1\s*>/gisu;
const RAISED = /<((?:\w+:)?sup)\b[^<>]*>([^<>]*)<\/\1\s*>/giu;
const HEADING = /<((?:\w+:)?title)\b[^<>]*>(.*?)<\/\1\s*>/gisu;
const BLOCK =
  /^(?:\w+:)?(?:abstract|blockquote|br|div|dd|dl|dt|h[1-6]|header|li|list|list-item|ol|p|pre|sec|section|table|title|tr|ul)$/iu;
/** Says what the text is, not what it says. */
const OF_THE_WHOLE = /^(?:abstract|summary|zusammenfassung|résumé|resumen)\s*[:.]?\s*$/iu;

export function cleanText(markup: string | undefined): string | undefined {
  if (markup === undefined) return undefined;
  let text = markup;
  // What was written for a page and then for XML comes out of the second round.
  for (let round = 0; round < 2; round++) text = decodeEntities(/[<>]/u.test(text) ? withoutTags(text) : text);
  const tidy = texToText(withoutTags(text))
    .replaceAll(/[\u00AD\u200B\uFEFF\p{Cc}]+/gu, (run) => (/[\n\r\t]/u.test(run) ? run : ''))
    .split(/\r?\n|\r/u)
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
  return tidy === '' ? undefined : tidy;
}

/** In one line: titles, names. */
export function cleanLine(markup: string | undefined): string | undefined {
  return cleanText(markup)?.replaceAll('\n', ' ');
}

/** As MEDLINE writes it: with a period behind, and in brackets where it was translated. */
export function indexedTitle(markup: string | undefined): string | undefined {
  return cleanLine(markup)
    ?.replace(/^\[(.*)\]\.?$/su, '$1')
    .replace(/(?<!\p{Lu}\.\p{Lu})\.$/u, '');
}

/** Lines of a source are no lines of the text. */
function withoutTags(text: string): string {
  if (!/<[a-z/!]/iu.test(text)) return text;
  return text
    .replaceAll(UNREAD, '')
    .replaceAll(ALTERNATIVES, (_, __, inside: string) =>
      /<(?:\w+:)?math\b/iu.test(inside) ? inside.replaceAll(TEX_AGAIN, '') : inside,
    )
    .replaceAll(TEX_AGAIN, (_, __, formula: string) => texOf(formula))
    .replaceAll(MATH, (_, __, formula: string) => formula.replaceAll(/>\s+</gu, '><').replaceAll(/<[^<>]*>/gu, ''))
    .replaceAll(RAISED, (_, __, inside: string) => raised(inside))
    .replaceAll(/[\r\n]+/gu, ' ')
    .replaceAll(HEADING, (_, __, heading: string) => headingOf(heading))
    .replaceAll(TAG, (_, __, name: string) => (BLOCK.test(name) ? '\n' : ''));
}

function texOf(formula: string): string {
  const inner = /\\begin\{document\}(.*?)\\end\{document\}/su.exec(formula)?.[1] ?? formula;
  return /^\s*\$/u.test(inner) ? inner : `$${inner.trim()}$`;
}

function headingOf(heading: string): string {
  const words = heading.replaceAll(/<[^<>]*>/gu, '').trim();
  if (OF_THE_WHOLE.test(words) || words === '') return '\n';
  return `\n${/[.:?!]$/u.test(words) ? words : `${words}:`} `;
}
