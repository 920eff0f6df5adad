/** An element of XML with what is in it: only of one record at a time, so that a file of any size can be read. */
export interface XmlNode {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly children: (XmlNode | string)[];
}

export function elements(node: XmlNode | undefined, name: string): XmlNode[] {
  const found: XmlNode[] = [];
  for (const child of node?.children ?? []) if (typeof child !== 'string' && child.name === name) found.push(child);
  return found;
}

/** By a path of names from the node down; the first of each. */
export function element(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of path) found = elements(found, name)[0];
  return found;
}

/** All that match at the end of the path. */
export function all(node: XmlNode | undefined, ...path: readonly string[]): XmlNode[] {
  let found = node ? [node] : [];
  for (const name of path) found = found.flatMap((one) => elements(one, name));
  return found;
}

/** The text of an element and of all in it, in one line. */
export function textOf(node: XmlNode | undefined): string {
  const parts: string[] = [];
  const waiting: (XmlNode | string)[] = node ? [node] : [];
  while (waiting.length > 0) {
    const next = waiting.pop() as XmlNode | string;
    if (typeof next === 'string') parts.push(next);
    else for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i] as XmlNode | string);
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string {
  return textOf(element(node, ...path));
}

/** By name without its prefix. */
export function attribute(node: XmlNode | undefined, name: string): string {
  const attributes = node?.attributes ?? {};
  return attributes[name] ?? Object.entries(attributes).find(([one]) => one.endsWith(`:${name}`))?.[1] ?? '';
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot have at all, but for tab and line breaks. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

export function escapeXml(text: string): string {
  return text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
}

/** `<name a="b">text</name>`, and nothing for an empty text. */
export function tag(name: string, text: string | undefined, attributes: Readonly<Record<string, string>> = {}): string {
  if (text === undefined || text === '') return '';
  return open(name, escapeXml(text), attributes);
}

/** The same around XML; nothing around nothing. */
export function open(name: string, inside: string, attributes: Readonly<Record<string, string>> = {}): string {
  if (inside === '') return '';
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${inside}</${name}>`;
}
