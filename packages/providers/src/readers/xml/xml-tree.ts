/** Small pieces of XML as a tree, for those who look things up in them. */
import { scanXml, type XmlAttributes } from './scan-xml.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlElement[];
  /** All the text in it. */
  readonly text: string;
}

interface Growing extends XmlElement {
  readonly children: Growing[];
  text: string;
}

export function parseXml(xml: string): XmlElement | null {
  const path: Growing[] = [];
  let root: XmlElement | null = null;
  scanXml(xml, {
    open(name, attributes) {
      const element: Growing = { name, attributes, children: [], text: '' };
      path.at(-1)?.children.push(element);
      root ??= element;
      path.push(element);
    },
    close() {
      const closed = path.pop();
      const parent = path.at(-1);
      if (closed && parent) parent.text += closed.text;
    },
    text(text) {
      const element = path.at(-1);
      if (element) element.text += text;
    },
  });
  return root;
}

/** Every element of that name, wherever it is, in order. */
export function elementsOf(root: XmlElement | null, name: string): XmlElement[] {
  if (!root) return [];
  const below = root.children.flatMap((child) => elementsOf(child, name));
  return root.name === name ? [root, ...below] : below;
}
