/** A text of a feed: in which of the ways that there are it was put there, and what it says. */
import type { FeedNode } from './feed-tree.ts';
import type { FeedText } from './feed.ts';
import { looksLikeMarkup, markupText, oneLine, tidy } from './markup-text.ts';

/** Whether a text has markup stands in its attributes in Atom, and nowhere in RSS. */
type Kind = 'plain' | 'markup' | 'unsaid';

export function textOf(node: FeedNode | undefined): FeedText | null {
  if (!node) return null;
  return textFrom(writtenIn(node), kindOf(node));
}

/** A picture alone says nothing: its text is empty. */
export function textFrom(given: string, kind: Kind): FeedText | null {
  const written = given.trim();
  if (written === '') return null;
  const isMarkup = kind === 'markup' || (kind === 'unsaid' && looksLikeMarkup(written));
  return { text: isMarkup ? markupText(written) : tidy(written), written };
}

/** All text of it, without what elements in it are called. */
export function plainIn(node: FeedNode | undefined): string | null {
  const text = oneLine(node ? flat(node) : '');
  return text === '' ? null : text;
}

function flat(node: FeedNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : flat(child))).join('');
}

function kindOf({ attributes, children }: FeedNode): Kind {
  if (children.some((child) => typeof child !== 'string')) return 'markup';
  const { type, mode } = attributes;
  if (type === undefined) return mode === 'escaped' ? 'markup' : 'unsaid';
  if (/^(?:html|xhtml|text\/html|application\/xhtml\+xml)$/iu.test(type)) return 'markup';
  // The older Atom says `text/plain` of nearly everything.
  return /^text$/iu.test(type) ? 'plain' : 'unsaid';
}

function writtenIn(node: FeedNode): string {
  const inline = node.children.filter((child) => typeof child !== 'string');
  if (inline.length > 0) return inner(unwrapped(node, inline));
  const text = node.children.join('');
  return isEncoded(node) ? fromBase64(text) : text;
}

/** The `div` that Atom wants around XHTML is no part of it. */
function unwrapped(node: FeedNode, inline: readonly FeedNode[]): FeedNode {
  const [only, ...more] = inline;
  const isAlone = more.length === 0 && node.children.every((child) => child === only || String(child).trim() === '');
  return node.attributes['type'] === 'xhtml' && isAlone && only?.tag.toLowerCase() === 'div' ? only : node;
}

/** `mode` in the older Atom; in the newer one whatever is neither a text nor XML. */
function isEncoded({ attributes: { mode, type = '' } }: FeedNode): boolean {
  if (mode !== undefined) return mode === 'base64';
  return type.includes('/') && !/^text\/|[/+]xml$/iu.test(type);
}

function fromBase64(text: string): string {
  const packed = text.replaceAll(/\s+/gu, '');
  if (!/^[\w+/]*={0,2}$/u.test(packed)) return text;
  return Buffer.from(packed, 'base64').toString('utf8');
}

const VOID = /^(?:area|br|col|embed|hr|img|input|wbr)$/iu;

/** Attributes in the order of their names, so that one text has one spelling. */
function inner(node: FeedNode): string {
  return node.children.map((child) => (typeof child === 'string' ? escaped(child) : outer(child))).join('');
}

function outer(node: FeedNode): string {
  const isHtml = node.name.startsWith('xhtml:');
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => !(isHtml && name.startsWith('xmlns')))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`)
    .join('');
  if (VOID.test(node.tag) && node.children.length === 0) return `<${node.tag}${attributes} />`;
  return `<${node.tag}${attributes}>${inner(node)}</${node.tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
