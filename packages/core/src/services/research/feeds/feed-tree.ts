/**
 * The XML of a feed as a tree: names by the namespace they are in, whatever prefix was chosen; the base that addresses are relative to; inline
 * markup in its place. No library of feeds is used: those that there are read two thirds of what feeds say right (they confuse namespaces,
 * lose markup and guess charsets), and none knows what journals add. Nothing is read from outside of the text, and no entity that it
 * declares is expanded.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { aliasOf } from './namespaces.ts';
import { mendXml, withCharacters } from './mend-xml.ts';

export interface FeedNode {
  /** `title` of the feed's own, `dc:title` of a namespace that is known; lower case. */
  readonly name: string;
  /** As it was written, without a prefix of XHTML's. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (FeedNode | string)[];
  /** What addresses in it are relative to. */
  readonly base: string | null;
  /** False where the text ends before it does. */
  isWhole: boolean;
}

export interface FeedTree {
  readonly root: FeedNode | null;
  readonly faults: number;
}

const DEEPEST = 100;
const MOST_NODES = 2_000_000;

/** What is not well-formed is mended and read again; of the two readings the first counts where it has no fault. */
export function feedTree(xml: string, base: string | null): FeedTree {
  const text = withCharacters(xml);
  const first = new TreeBuilder(base).read(text);
  if (first.faults === 0) return first;
  return { ...new TreeBuilder(base).read(mendXml(text)), faults: first.faults };
}

type Scope = Readonly<Record<string, string>>;

class TreeBuilder {
  readonly #parser = new SaxesParser();
  readonly #base: string | null;
  readonly #stack: { readonly node: FeedNode; readonly scope: Scope }[] = [];
  #root: FeedNode | null = null;
  #own = '';
  #depth = 0;
  #nodes = 0;
  #faults = 0;

  constructor(base: string | null) {
    this.#base = base;
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
    this.#parser.on('error', () => void this.#faults++);
  }

  read(xml: string): FeedTree {
    this.#parser.write(xml);
    const unfinished = this.#stack.map(({ node }) => node);
    this.#parser.close();
    for (const node of unfinished) node.isWhole = false;
    return { root: this.#root, faults: this.#faults };
  }

  #open(tag: SaxesTagPlain): void {
    this.#depth++;
    if (this.#depth > DEEPEST || ++this.#nodes > MOST_NODES) return;
    const above = this.#stack.at(-1);
    const scope = scopeOf(above?.scope ?? {}, tag.attributes);
    const base = above ? above.node.base : this.#base;
    const node = this.#node(tag, scope, resolved(tag.attributes['xml:base'], base));
    above?.node.children.push(node);
    this.#root ??= node;
    this.#stack.push({ node, scope });
  }

  #node({ name, attributes }: SaxesTagPlain, scope: Scope, base: string | null): FeedNode {
    const [prefix, local] = splitName(name);
    const namespace = scope[prefix] ?? '';
    if (!this.#root || local === 'channel') this.#own = namespace;
    const alias = aliasOf({ prefix, namespace, own: this.#own });
    return {
      name: alias === '' ? local.toLowerCase() : `${alias}:${local.toLowerCase()}`,
      tag: alias === 'xhtml' ? local : name,
      attributes: { ...attributes },
      children: [],
      base,
      isWhole: true,
    };
  }

  #close(): void {
    if (this.#depth-- === this.#stack.length) this.#stack.pop();
  }

  #text(text: string): void {
    this.#stack.at(-1)?.node.children.push(text);
  }
}

function splitName(name: string): [prefix: string, local: string] {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
}

function scopeOf(above: Scope, attributes: Readonly<Record<string, string>>): Scope {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return above;
  const own = declared.map(([name, uri]) => [name === 'xmlns' ? '' : name.slice('xmlns:'.length), uri.trim()]);
  return { ...above, ...(Object.fromEntries(own) as Scope) };
}

/** An absolute address stays as it was written; null for one that is relative to nothing. */
export function resolved(address: string | undefined, base: string | null): string | null {
  const text = address?.trim() ?? '';
  if (text === '') return base;
  if (URL.canParse(text)) return text;
  return base !== null && URL.canParse(text, base) ? new URL(text, base).href : null;
}
