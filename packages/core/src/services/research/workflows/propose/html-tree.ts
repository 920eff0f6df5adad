/**
 * A page as a tree, from the HTML that a browser writes of it: elements are closed and attributes quoted there, whatever the site had sent. Not for
 * HTML from anywhere else.
 */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  readonly parent: Element | null;
  /** Of itself and what lies below it, in order. */
  text: string;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const RAW = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'iframe']);
const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w:-]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)|</gi;
const ATTRIBUTE = /([^\s=>"/]+)(?:="([^"]*)")?/g;
const MOST_ELEMENTS = 200_000;

export function parseHtml(html: string): Element {
  const root = element('', '', null);
  let open: Element = root;
  let count = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(html); found && count < MOST_ELEMENTS; found = TOKEN.exec(html)) {
    const [, slash, name, attributes = '', text] = found;
    if (text !== undefined) say(open, unescaped(text));
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (slash === '/') open = closed(open, tag);
    else {
      const made = element(tag, attributes, open);
      open.children.push(made);
      count += 1;
      if (RAW.has(tag)) TOKEN.lastIndex = rawEnd(html, TOKEN.lastIndex, made);
      else if (!VOID.has(tag)) open = made;
    }
  }
  return root;
}

function element(tag: string, attributes: string, parent: Element | null): Element {
  const entries = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    unescaped(value),
  ]);
  return { tag, attributes: Object.fromEntries(entries), children: [], parent, text: '' };
}

/** What is written in it is no markup. Only scripts that are data are kept. */
function rawEnd(html: string, from: number, made: Element): number {
  const at = html.toLowerCase().indexOf(`</${made.tag}`, from);
  const end = at < 0 ? html.length : at;
  if (made.attributes['type'] === 'application/ld+json') made.text = html.slice(from, end);
  const close = html.indexOf('>', end);
  return close < 0 ? html.length : close + 1;
}

function closed(open: Element, tag: string): Element {
  let at: Element | null = open;
  while (at && at.tag !== tag) at = at.parent;
  const after = at?.parent ?? open;
  if (at) say(after, '', ' ');
  return after;
}

function say(to: Element, text: string, between = ''): void {
  for (let at: Element | null = to; at; at = at.parent) at.text += text + between;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function unescaped(text: string): string {
  return text.replaceAll(/&(#x?[\da-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

export function* walk(at: Element): Generator<Element> {
  for (const child of at.children) {
    yield child;
    yield* walk(child);
  }
}

export function wordsOf({ text }: Element): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
