/**
 * The tree of a style: one of ours by its name, or the text of a `.csl` file. A dependent style has no layout of its own but the name
 * of its parent, and often a language.
 */
import { ZapomniError, invalidField } from '@zapomni/core/errors';
import { allStyleNames, styleNamed } from '../shelf/catalogue.ts';
import { nearest } from '../shelf/nearest.ts';
import type { Shelf } from '../shelf/shelf.ts';
import type { XmlNode } from '../shelf/xml-node.ts';
import type { Citeproc } from './citeproc.ts';

export interface OpenedStyle {
  readonly tree: XmlNode;
  /** Of a dependent style, in the stead of its parent's. */
  readonly lang: string | undefined;
}

export function openStyle(citeproc: Citeproc, shelf: Shelf, said: string): OpenedStyle {
  if (!said.includes('<')) return { tree: ours(shelf, said), lang: undefined };
  const tree = parse(citeproc, said);
  const parent = parentOf(tree);
  if (parent === null) {
    if (child(tree, 'citation')) return { tree, lang: undefined };
    throw notAStyle('it has no <citation> and names no parent');
  }
  const name = styleNamed(parent);
  if (name !== null) return { tree: ours(shelf, name), lang: tree.attrs['default-locale'] };
  throw unknownStyle(
    `this style only refers to its parent '${shorten(parent)}', which is not here`,
    `Give the .csl file of '${shorten(parent)}' instead.`,
  );
}

function ours(shelf: Shelf, said: string): XmlNode {
  const name = styleNamed(said);
  const tree = name === null ? null : shelf.style(name);
  if (tree) return tree;
  const near = nearest(said, allStyleNames());
  const names =
    near.length > 0 ? `Nearest: ${near.join(', ')}.` : `There are ${allStyleNames().slice(0, 8).join(', ')} …`;
  throw unknownStyle(`there is no style '${shorten(said)}'`, `${names} Any other style can be given as a .csl file.`);
}

function unknownStyle(error: string, hint: string): ZapomniError {
  return new ZapomniError('NOT_FOUND', `style: ${error}.`, { hint, issues: [{ field: 'style', error }] });
}

function parse(citeproc: Citeproc, text: string): XmlNode {
  // Entities of its own are no part of a style, and a way to make a small text a large one.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw notAStyle('it declares entities');
  let tree: XmlNode;
  try {
    tree = citeproc.parseXml(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw notAStyle('it cannot be read as XML', error);
  }
  if (tree?.name !== 'style') throw notAStyle('its root is not <style>');
  return tree;
}

export function notAStyle(why: string, cause?: unknown): ZapomniError {
  const error = invalidField(
    'style',
    `this is no style in CSL 1.0: ${why}`,
    'Give a style by its name, or a whole .csl file.',
  );
  const { code, message, hint, issues } = error;
  return cause === undefined ? error : new ZapomniError(code, message, { hint, issues, cause });
}

/** The last part of its address, which is its name. */
function parentOf(tree: XmlNode): string | null {
  const info = child(tree, 'info');
  const link = info?.children.find(
    (node) => typeof node !== 'string' && node.name === 'link' && node.attrs['rel'] === 'independent-parent',
  );
  const href = typeof link === 'object' ? link.attrs['href'] : undefined;
  return href === undefined ? null : (href.split('/').at(-1) ?? href);
}

function child(tree: XmlNode, name: string): XmlNode | undefined {
  return tree.children.find((node): node is XmlNode => typeof node !== 'string' && node.name === name);
}

function shorten(text: string): string {
  const said = text.trim().toWellFormed();
  return said.length > 60 ? `${said.slice(0, 60)}…` : said;
}
