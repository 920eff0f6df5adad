/**
 * Goes through XML and tells of tags and text as they come. Prefixes of names are left out, for no format here uses one name
 * in two senses. Of entities it knows the five of XML and characters by number: what a document type declares is passed over,
 * so nothing is ever expanded or fetched.
 */
import { unreadable } from '../reading.ts';

export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

const MOST_LEVELS = 1000;
const TAG = /<(\/?)([^\s/>"'=<]+)((?:\s+[^\s=>/"'<]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/uy;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Read when they are asked for; most never are. */
export class XmlAttributes {
  readonly #source: string;
  #values: Map<string, string> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** By its name without prefix; with one where a tag has the same name twice. */
  get(name: string): string | undefined {
    this.#values ??= this.#read();
    return this.#values.get(name);
  }

  #read(): Map<string, string> {
    const values = new Map<string, string>();
    for (const [, key = '', double, single] of this.#source.matchAll(ATTRIBUTE)) {
      const value = decode(double ?? single ?? '');
      const local = key.slice(key.indexOf(':') + 1);
      values.set(key, value);
      if (!values.has(local)) values.set(local, value);
    }
    return values;
  }
}

export function scanXml(xml: string, handler: XmlHandler): void {
  const open: string[] = [];
  let at = 0;
  for (;;) {
    const tag = xml.indexOf('<', at);
    if (tag < 0) break;
    if (tag > at && open.length > 0) handler.text(decode(xml.slice(at, tag)));
    at = isMarkup(xml, tag) ? skipMarkup(xml, tag, open, handler) : readTag(xml, tag, open, handler);
  }
  if (open.length > 0) throw malformed();
}

const isMarkup = (xml: string, at: number) => xml[at + 1] === '!' || xml[at + 1] === '?';

function readTag(xml: string, at: number, open: string[], handler: XmlHandler): number {
  TAG.lastIndex = at;
  const match = TAG.exec(xml);
  if (!match) throw malformed();
  const [whole, slash, prefixed = '', attributes = '', empty] = match;
  const name = prefixed.slice(prefixed.indexOf(':') + 1);
  if (slash) {
    if (open.pop() !== name) throw malformed();
    handler.close(name);
    return at + whole.length;
  }
  handler.open(name, new XmlAttributes(attributes));
  if (empty) handler.close(name);
  else if (open.push(name) > MOST_LEVELS) throw unreadable('Its XML is nested too deeply.');
  return at + whole.length;
}

function skipMarkup(xml: string, at: number, open: readonly string[], handler: XmlHandler): number {
  if (xml.startsWith('<!--', at)) return endOf(xml, '-->', at + 4);
  if (xml.startsWith('<![CDATA[', at)) {
    const end = endOf(xml, ']]>', at + 9);
    if (open.length > 0) handler.text(xml.slice(at + 9, end - 3));
    return end;
  }
  if (xml[at + 1] === '?') return endOf(xml, '?>', at + 2);
  return endOfDeclaration(xml, at);
}

function endOfDeclaration(xml: string, at: number): number {
  const close = endOf(xml, '>', at);
  const subset = xml.indexOf('[', at);
  return subset < 0 || subset > close ? close : endOf(xml, '>', endOf(xml, ']', subset));
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw malformed();
  return at + mark.length;
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/giu,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex === undefined && decimal === undefined) return ENTITIES[name as string] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

function malformed(): Error {
  return unreadable('The file is damaged: there is XML in it that is not well-formed.');
}
