/** JSON, also with comments and trailing commas where the client takes them. */
import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import {
  eolOf,
  indentOf,
  nested,
  unusable,
  type ConfigText,
  type EntryPath,
  type Json,
  type JsonObject,
} from './config-text.ts';

type Dialect = 'json' | 'jsonc';

export function jsonText(dialect: Dialect): ConfigText {
  return {
    parse: (text) => (text.trim() === '' ? {} : (getNodeValue(open(text, dialect)) as JsonObject)),
    insert: (text, path, entry) => insert(text, dialect, path, entry),
    remove: (text, path) => remove(text, open(text, dialect), path),
    block: (path, entry) => JSON.stringify(nested(path, entry), null, 2),
  };
}

/** As the last of the list at the path, which is made where there is none. */
export function insertItem(text: string, dialect: Dialect, path: EntryPath, item: Json): string {
  const list = text.trim() === '' ? undefined : nodeAt(open(text, dialect), path);
  if (!list) return insert(text, dialect, path, [item]);
  if (list.type !== 'array') throw unusable(text, list.offset, `${JSON.stringify(path.at(-1))} holds no list.`);
  return addChild(text, list, (layout) => printValue(item, layout));
}

/** The items that are not to stay, with their commas; a list that would be empty goes whole. */
export function removeItems(text: string, dialect: Dialect, path: EntryPath, goes: (item: Json) => boolean): string {
  const root = open(text, dialect);
  const list = nodeAt(root, path);
  const items = list?.type === 'array' ? (list.children ?? []) : [];
  const at = items.findLastIndex((item) => goes(getNodeValue(item) as Json));
  const own = items[at];
  if (!list || !own) return text;
  if (items.length === 1) return remove(text, root, path);
  return removeItems(cutOut(text, list, own, items[at - 1]), dialect, path, goes);
}

function nodeAt(root: Node, path: EntryPath): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => (node?.type === 'object' ? childOf(node, key) : undefined), root);
}

function open(text: string, dialect: Dialect): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    allowTrailingComma: dialect === 'jsonc',
    disallowComments: dialect === 'json',
  });
  const [error] = errors;
  if (error) throw unusable(text, error.offset, `${inWords(printParseErrorCode(error.error))}.`);
  if (root?.type !== 'object') throw unusable(text, root?.offset ?? 0, 'The file holds no object.');
  refuseDoubles(text, root);
  return root;
}

/** `CommaExpected` → `comma expected`. */
function inWords(code: string): string {
  const words = code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words === 'invalid comment token' ? 'a comment, which this client does not take' : words;
}

/** Of a key that stands there twice readers take the last and writers the first. */
function refuseDoubles(text: string, node: Node): void {
  const seen = new Set<string>();
  for (const [key, value] of propertiesOf(node)) {
    const name = String(key.value);
    if (seen.has(name)) throw unusable(text, key.offset, `${JSON.stringify(name)} stands there twice.`);
    seen.add(name);
    if (value.type === 'object') refuseDoubles(text, value);
  }
}

function propertiesOf(node: Node): [Node, Node][] {
  return (node.children ?? []).map(({ children = [] }) => children as [Node, Node]);
}

function childOf(node: Node, name: string): Node | undefined {
  return propertiesOf(node).find(([key]) => key.value === name)?.[1];
}

function insert(text: string, dialect: Dialect, path: EntryPath, entry: Json): string {
  if (text.trim() === '') return `${JSON.stringify(nested(path, entry), null, 2)}\n`;
  let node = open(text, dialect);
  for (const [depth, key] of path.entries()) {
    const child = childOf(node, key);
    if (!child) return addProperty(text, node, key, nested(path.slice(depth + 1), entry));
    if (child.type !== 'object') throw unusable(text, child.offset, `${JSON.stringify(key)} holds no object.`);
    node = child;
  }
  throw unusable(text, node.offset, 'The entry is there already.');
}

function addProperty(text: string, node: Node, key: string, value: Json): string {
  return addChild(text, node, (layout) => print(key, value, layout));
}

function addChild(text: string, node: Node, printed: (layout: Layout) => string): string {
  const layout = layoutOf(text, node);
  const property = printed(layout);
  const last = node.children?.at(-1);
  if (!last) return addFirst(text, node, property, layout);
  const after = last.offset + last.length;
  const { comma, end } = tailOf(text, after, closing(node));
  const put = `${layout.inline ? layout.gap : layout.eol + layout.indent}${property}`;
  return comma === null
    ? `${text.slice(0, after)},${text.slice(after, end)}${put}${text.slice(end)}`
    : `${text.slice(0, end)}${put},${text.slice(end)}`;
}

function addFirst(text: string, node: Node, property: string, { inline, eol, indent, base }: Layout): string {
  const inner = text.slice(node.offset + 1, closing(node));
  const at = node.offset + 1 + inner.trimEnd().length;
  const rest = text.slice(at, closing(node));
  if (inline) return `${text.slice(0, at)}${property}${text.slice(at)}`;
  const ending = rest.includes('\n') ? '' : eol + base;
  return `${text.slice(0, at)}${eol}${indent}${property}${ending}${text.slice(at)}`;
}

interface Layout {
  readonly inline: boolean;
  readonly eol: string;
  readonly unit: string;
  /** Of the lines inside the object, and of the line it begins on. */
  readonly indent: string;
  readonly base: string;
  /** Between two properties on one line. */
  readonly gap: string;
}

/** As its neighbours are written. */
function layoutOf(text: string, node: Node): Layout {
  const eol = eolOf(text);
  const unit = indentOf(text);
  const base = lineIndent(text, node.offset);
  const inside = text.slice(node.offset, closing(node));
  const first = node.children?.[0];
  const inline = first ? !inside.includes('\n') : !text.trimEnd().includes('\n') && node.parent !== undefined;
  const indent = first && !inline ? lineIndent(text, (node.children?.at(-1) ?? first).offset) : base + unit;
  return { inline, eol, unit, indent, base, gap: /[,:] /.test(inside) ? ' ' : '' };
}

function print(key: string, value: Json, layout: Layout): string {
  return `${JSON.stringify(key)}:${layout.inline ? layout.gap : ' '}${printValue(value, layout)}`;
}

function printValue(value: Json, { inline, eol, unit, indent, gap }: Layout): string {
  if (!inline)
    return JSON.stringify(value, null, unit)
      .split('\n')
      .join(eol + indent);
  return gap === '' ? JSON.stringify(value) : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

const closing = (node: Node): number => node.offset + node.length - 1;

/** Behind a property: its comma, if there is one, and where what stands beside it on the line ends. */
function tailOf(text: string, after: number, close: number): { readonly comma: number | null; readonly end: number } {
  const gap = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*/.exec(text.slice(after, close))?.[0] ?? '';
  const comma = text[after + gap.length] === ',' ? after + gap.length : null;
  const from = comma === null ? after : comma + 1;
  const beside = /^[ \t]*(?:\/\*[^\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?/.exec(text.slice(from, close))?.[0] ?? '';
  return { comma, end: from + beside.trimEnd().length };
}

function remove(text: string, root: Node, path: EntryPath): string {
  const map = path.slice(0, -1).reduce<Node | undefined>((node, key) => node && childOf(node, key), root);
  const place = map ? propertiesOf(map).findIndex(([key]) => key.value === path.at(-1)) : -1;
  const properties = map?.children ?? [];
  const own = properties[place];
  if (!map || !own) return text;
  return cutOut(text, map, own, properties[place - 1]);
}

/** With its comma; of the last one the comma before it goes. */
function cutOut(text: string, map: Node, own: Node, before: Node | undefined): string {
  const end = own.offset + own.length;
  const tail = tailOf(text, end, closing(map));
  const head = before && tailOf(text, before.offset + before.length, closing(map));
  const from = head?.end ?? map.offset + 1;
  if (tail.comma !== null) return text.slice(0, from) + text.slice(tail.comma + 1);
  const comma = head?.comma ?? from;
  return text.slice(0, comma) + text.slice(Math.min(comma + 1, from), from) + text.slice(end);
}
