/**
 * Titles and abstracts as sources write them (HTML, JATS, MathML, TeX, entities, sometimes twice over) as plain text: paragraphs on lines
 * of their own, headings before what they head, formulas in a line.
 */
import { decodeEntities } from '@zapomni/core/model';
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
/** The same formula again in another language, and what browsers run. */
const UNREAD = 'annotation(?:-xml)?|script|style';
const RAISED = /<((?:\w+:)?sup)\b[^<>]*>([^<>]*)<\/\1\s*>/giu;
/** Of MathML: what stands above the line is the second of two. */
const POWER = /<((?:\w+:)?msup)\b[^<>]*>(<[^<>]+>[^<>]*<\/[^<>]+>)<[^<>]+>([^<>]*)<\/[^<>]+><\/\1>/giu;
const BLOCK =
  /^(?:\w+:)?(?:abstract|blockquote|br|div|dd|dl|dt|h[1-6]|header|li|list|list-item|ol|p|pre|sec|section|table|title|tr|ul)$/iu;
/** Between a heading and what it heads, until lines are made. */
const HEADS = '\uE000';
/** Says what the text is, not what it says. */
const OF_THE_WHOLE = /^(?:abstract|summary|zusammenfassung|résumé|resumen)\s*[:.]?\s*$/iu;

export function cleanText(markup: string | undefined): string | undefined {
  if (markup === undefined) return undefined;
  let text = markup;
  // What was written for a page and then for XML comes out of the second round.
  for (let round = 0; round < 2; round++) text = decodeEntities(/[<>]/u.test(text) ? withoutTags(text) : text);
  const tidy = texToText(withoutTags(text))
    .replaceAll(/\uE000\s*/gu, ' ')
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

/** In this order; of two ways to write a formula the one that is plainer. */
const FORMULAS: readonly (readonly [names: string, read: (inside: string) => string])[] = [
  [UNREAD, () => ''],
  ['alternatives', (inside) => (/<(?:\w+:)?math\b/iu.test(inside) ? between(inside, 'tex-math', () => '') : inside)],
  ['tex-math', texOf],
  ['math', inLine],
];

/** Lines of a source are no lines of the text. */
function withoutTags(text: string): string {
  if (!/<[a-z/!]/iu.test(text)) return text;
  const inWords = FORMULAS.reduce((all, [names, read]) => between(all, names, read), withoutComments(text));
  const lines = inWords.replaceAll(RAISED, (_, __, inside: string) => raised(inside)).replaceAll(/[\r\n]+/gu, ' ');
  return between(lines, 'title|h[1-6]', headingOf).replaceAll(TAG, (_, __, name: string) =>
    BLOCK.test(name) ? '\n' : '',
  );
}

/** What stands between two tags; behind the last that closes one, none is looked for. */
function between(text: string, names: string, read: (inside: string) => string): string {
  const closing = new RegExp(String.raw`</(?:\w{1,9}:)?(?:${names})\s{0,9}>`, 'giu');
  const last = text.matchAll(closing).reduce((_, { index, 0: tag }) => index + tag.length, 0);
  const pair = new RegExp(
    String.raw`<(?:\w{1,9}:)?(?:${names})(?:\s[^<>]*)?>(.*?)</(?:\w{1,9}:)?(?:${names})\s{0,9}>`,
    'gisu',
  );
  return text.slice(0, last).replaceAll(pair, (_, inside: string) => read(inside)) + text.slice(last);
}

function withoutComments(text: string): string {
  const last = text.lastIndexOf('-->') + 1;
  return text.slice(0, last + 2).replaceAll(/<!--.*?-->/gsu, '') + text.slice(last + 2);
}

function inLine(formula: string): string {
  return formula
    .replaceAll(/>\s+</gu, '><')
    .replaceAll(POWER, (_, __, base: string, power: string) => base + raised(power))
    .replaceAll(/<[^<>]*>/gu, '');
}

function texOf(formula: string): string {
  const inner = /\\begin\{document\}(.*?)\\end\{document\}/su.exec(formula)?.[1] ?? formula;
  return /^\s*\$/u.test(inner) ? inner : `$${inner.trim()}$`;
}

function headingOf(heading: string): string {
  const words = heading.replaceAll(/<[^<>]*>/gu, '').trim();
  if (OF_THE_WHOLE.test(words) || words === '') return '\n';
  return `\n${/[.:?!]$/u.test(words) ? words : `${words}:`}${HEADS}`;
}
