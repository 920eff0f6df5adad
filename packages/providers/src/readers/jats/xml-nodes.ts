/** XML with its text in place: of an article every word matters, and where it stands. */
import { scanXml, type XmlAttributes } from '../xml/scan-xml.ts';

export interface XmlNode {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: readonly (XmlNode | string)[];
}

interface Growing extends XmlNode {
  readonly content: (Growing | string)[];
}

export function parseNodes(xml: string): XmlNode | null {
  const path: Growing[] = [];
  let root: XmlNode | null = null;
  scanXml(xml, {
    open(name, attributes) {
      const node: Growing = { name, attributes, content: [] };
      path.at(-1)?.content.push(node);
      root ??= node;
      path.push(node);
    },
    close: () => void path.pop(),
    text: (text) => void path.at(-1)?.content.push(text),
  });
  return root;
}

export function children(node: XmlNode | undefined, name?: string): XmlNode[] {
  return (node?.content ?? [])
    .filter((one) => typeof one !== 'string')
    .filter((one) => name === undefined || one.name === name);
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return children(node, name)[0];
}

/** Every one below, in order; not within another of the same name. */
export function below(node: XmlNode | undefined, name: string): XmlNode[] {
  return children(node).flatMap((one) => (one.name === name ? [one] : below(one, name)));
}

function textOf(node: XmlNode | undefined): string {
  const parts = (node?.content ?? []).map((one) => (typeof one === 'string' ? one : textOf(one)));
  return parts.join('').replaceAll(/\s+/gu, ' ');
}

export function wordsOf(node: XmlNode | undefined): string {
  return textOf(node).trim();
}
