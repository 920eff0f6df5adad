/** Articles in JATS, the XML of publishers and archives: title, people, ids, sections, references and citations are said, not guessed. */
import type { DocumentPaper, ReadDocument } from '@zapomni/core/ports';
import { decodeXml } from './xml/decode-xml.ts';
import { articleItem, citedItem } from './jats/jats-item.ts';
import { below, child, children, parseNodes, wordsOf, type XmlNode } from './jats/xml-nodes.ts';
import { TextBuilder } from './text-builder.ts';
import { unreadable, type ReadContext } from './reading.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const root = parseNodes(decodeXml(bytes));
  const article = root?.name === 'article' ? root : below(root ?? undefined, 'article')[0];
  if (!article) throw unreadable('The file has no article in it.');
  return new JatsDocument(article, context).build();
}

type Reference = DocumentPaper['references'][number];

class JatsDocument {
  readonly #article: XmlNode;
  readonly #builder: TextBuilder;
  readonly #references: readonly Reference[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #citations: { start: number; end: number; references: number[] }[] = [];

  constructor(article: XmlNode, context: ReadContext) {
    this.#article = article;
    this.#builder = new TextBuilder(context);
    const refs = below(child(article, 'back'), 'ref');
    this.#references = refs.map((ref, i) => toReference(ref, i + 1));
    this.#numbers = new Map(refs.map((ref, i) => [ref.attributes.get('id') ?? '', i + 1]));
  }

  build(): ReadDocument {
    const item = articleItem(this.#article);
    const meta = child(child(this.#article, 'front'), 'article-meta');
    if (item.title !== undefined) this.#builder.section(item.title, 1);
    for (const abstract of children(meta, 'abstract')) {
      this.#builder.section(wordsOf(child(abstract, 'title')) || 'Abstract', 2);
      this.#blocks(abstract, 2);
    }
    this.#blocks(child(this.#article, 'body'), 1);
    const back = child(this.#article, 'back');
    for (const part of children(back)) if (part.name !== 'ref-list') this.#block(part, 1);
    this.#list();
    const paper = { item, references: this.#references, citations: this.#citations };
    const metadata = metadataOf(item);
    return { ...this.#builder.document({ title: item.title ?? null, metadata }), paper };
  }

  #blocks(node: XmlNode | undefined, level: number): void {
    for (const one of children(node)) this.#block(one, level);
  }

  #block(node: XmlNode, level: number): void {
    if (node.name === 'sec' || node.name === 'app' || node.name === 'ack') return this.#section(node, level + 1);
    if (node.name === 'fig' || node.name === 'table-wrap') return this.#figure(node);
    if (node.name === 'list') return this.#items(node);
    if (node.name === 'title' || node.name === 'label') return;
    if (children(node).some(({ name }) => BLOCKS.has(name))) return this.#blocks(node, level);
    this.#builder.paragraph();
    this.#inline(node);
  }

  #section(node: XmlNode, level: number): void {
    const title = [wordsOf(child(node, 'label')), wordsOf(child(node, 'title'))].filter(Boolean).join(' ');
    if (title !== '') this.#builder.section(title, level);
    this.#blocks(node, level);
  }

  #figure(node: XmlNode): void {
    const words = [wordsOf(child(node, 'label')), wordsOf(child(node, 'caption'))].filter(Boolean).join(' ');
    if (words !== '') this.#builder.block('caption', () => void this.#builder.add(words));
    const rows = below(node, 'tr').map((row) => children(row).map((cell) => wordsOf(cell)));
    if (rows.length > 0) this.#builder.table(rows);
  }

  #items(node: XmlNode): void {
    for (const item of children(node, 'list-item')) this.#builder.paragraph(`• ${wordsOf(item)}`);
  }

  /** Citations keep their place in the text. */
  #inline(node: XmlNode): void {
    let isFirst = true;
    for (const one of node.content) {
      if (typeof one === 'string') {
        const text = one.replaceAll(/\s+/gu, ' ');
        this.#builder.add(isFirst ? text.trimStart() : text);
      } else if (one.name === 'xref' && one.attributes.get('ref-type') === 'bibr') this.#citation(one);
      else this.#inline(one);
      isFirst = false;
    }
  }

  #citation(node: XmlNode): void {
    const references = (node.attributes.get('rid') ?? '').split(/\s+/u).flatMap((id) => this.#numbers.get(id) ?? []);
    const start = this.#builder.here;
    this.#builder.add(wordsOf(node));
    const end = this.#builder.here;
    if (references.length > 0 && end > start) this.#citations.push({ start, end, references });
  }

  #list(): void {
    if (this.#references.length === 0) return;
    this.#builder.block('reference', () => {
      this.#builder.section('References', 2);
      for (const { label, n, raw } of this.#references) this.#builder.paragraph(`${label ?? `${n}.`} ${raw}`);
    });
  }
}

const BLOCKS = new Set(['p', 'sec', 'fig', 'table-wrap', 'list', 'disp-quote', 'boxed-text']);

function toReference(ref: XmlNode, n: number): Reference {
  const citation =
    ['element-citation', 'mixed-citation', 'citation', 'nlm-citation'].flatMap((name) => below(ref, name))[0] ?? ref;
  const label = wordsOf(child(ref, 'label')) || null;
  return { n, label, raw: rawOf(citation), item: citedItem(citation) };
}

/** Of fields without anything between them a line is made; a mixed citation has its own punctuation. */
function rawOf(citation: XmlNode): string {
  const hasWords = citation.content.some((one) => typeof one === 'string' && /[\p{L}\p{N}.,;]/u.test(one));
  if (hasWords) return wordsOf(citation);
  const people = below(citation, 'name').map((name) =>
    [wordsOf(child(name, 'surname')), wordsOf(child(name, 'given-names'))].filter(Boolean).join(' '),
  );
  const rest = ['year', 'article-title', 'source', 'volume', 'fpage', 'pub-id'].map((name) =>
    wordsOf(below(citation, name)[0]),
  );
  return [people.join(', '), ...rest].filter(Boolean).join('. ');
}

function metadataOf(item: DocumentPaper['item']): ReadDocument['metadata'] {
  const authors = item.contributors
    .filter(({ role }) => role === 'author')
    .map(({ family, given, literal }) => [given, family ?? literal].filter(Boolean).join(' '));
  const ids = Object.fromEntries(item.identifiers.map(({ scheme, value }) => [scheme, value]));
  return {
    ...(authors.length > 0 ? { author: authors.slice(0, 100).join(', ') } : {}),
    ...(item.container_title === undefined ? {} : { journal: item.container_title }),
    ...(item.issued?.year === undefined ? {} : { year: item.issued.year }),
    ...ids,
  };
}
