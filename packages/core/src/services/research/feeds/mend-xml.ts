/**
 * XML that is not well-formed, made so that it can be read, as far as one can know what was meant: a tag that closes nothing goes, what should
 * have been closed by then is, and signs that are no markup stay as they are. What breaks off stays open, so that nobody takes a half for
 * a whole.
 */
import { decodeEntities } from '../../../model/entities.ts';

const CDATA = /(<!\[CDATA\[.*?\]\]>)/su;
const OF_XML = /^&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});$/iu;

/** Characters by the names that HTML has for them; XML knows five. */
export function withCharacters(xml: string): string {
  if (!/&(?!amp;|lt;|gt;|quot;|apos;|#)\w/u.test(xml)) return xml;
  return xml
    .split(CDATA)
    .map((part) => (part.startsWith('<![CDATA[') ? part : part.replaceAll(/&[a-z]\w{1,12};/giu, character)))
    .join('');
}

function character(entity: string): string {
  return OF_XML.test(entity) ? entity : decodeEntities(entity);
}

const TOKEN =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![A-Z][^<>[\]]*(?:\[[^\]]*\][^<>]*)?>|<(\/?)([A-Za-z_][\w.:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|&(?:\w{1,12}|#\d{1,7}|#x[\da-f]{1,6});|[<&]/gisu;
const VOID = /^(?:area|br|col|embed|hr|img|input|meta|wbr)$/iu;

export function mendXml(xml: string): string {
  const open: string[] = [];
  // What stands before the first tag is no part of it.
  const text = xml.slice(Math.max(0, xml.search(/<[?!A-Za-z_]/u))).replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
  return text.replaceAll(TOKEN, (token: string, slash: string | undefined, name: string | undefined, rest: unknown) => {
    if (name === undefined) return mendSign(token);
    return slash === '/' ? closing(open, name) : opening(open, name, mendAttributes(String(rest)));
  });
}

/** What declares a document is of no use to a feed, and often wrong. */
function mendSign(token: string): string {
  if (token === '<') return '&lt;';
  if (token.startsWith('&')) return token === '&' ? '&amp;' : character(token);
  return /^<!doctype/iu.test(token) ? '' : token;
}

function opening(open: string[], name: string, attributes: string): string {
  if (attributes.endsWith('/')) return `<${name}${attributes}>`;
  if (VOID.test(name)) return `<${name}${attributes}/>`;
  open.push(name);
  return `<${name}${attributes}>`;
}

/** Ends what is open above it; nothing where it is not. */
function closing(open: string[], name: string): string {
  const at = open.lastIndexOf(name);
  if (at < 0) return '';
  return open
    .splice(at)
    .toReversed()
    .map((one) => `</${one}>`)
    .join('');
}

const ATTRIBUTE = /\s([A-Za-z_][\w.:-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>/]+)/gu;

/** Each once, in quotation marks. */
function mendAttributes(text: string): string {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of ` ${text}`.matchAll(ATTRIBUTE)) {
    if (!found.has(name)) found.set(name, value.replaceAll(/^["']|["']$/gu, ''));
  }
  const written = [...found].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `${written}${/\/\s*$/u.test(text) ? '/' : ''}`;
}

function escaped(value: string): string {
  return value
    .replaceAll(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/giu, '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
}
