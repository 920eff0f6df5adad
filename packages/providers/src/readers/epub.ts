/** EPUB books: chapters are pages in the order of the spine, and the table of contents gives the sections. */
import path from 'node:path/posix';
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { decodePath } from './epub/decode-path.ts';
import { readContents, type ContentsItem } from './epub/contents.ts';
import { parseHtml } from './html/dom.ts';
import { renderHtml } from './html/render-html.ts';
import { coreFacts, OfficePackage } from './office/package.ts';
import { TextBuilder } from './text-builder.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { elementsOf, type XmlElement } from './xml/xml-tree.ts';

const CONTAINER = 'META-INF/container.xml';
/** Fonts are scrambled by these in many books; that is not what keeps anybody from reading. */
const FONT_SCRAMBLING = /idpf\.org\/2008\/embedding|adobe\.com\/pdf\/enc#RC/iu;

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const file = new OfficePackage(bytes, context);
  const main = elementsOf(file.tree(CONTAINER), 'rootfile')[0]?.attributes.get('full-path');
  const book = main === undefined ? null : file.tree(main);
  if (!main || !book) throw unreadable('The book is damaged: its list of chapters is missing.');
  refuseLocked(file);
  const manifest = manifestOf(book, path.dirname(main));
  const contents = readContents(file, book, manifest);
  const builder = new TextBuilder(context);
  chaptersOf(book, manifest).forEach((chapter, n) => {
    const part = file.bytes(chapter);
    if (part) addChapter(builder, part, contents.get(chapter) ?? [], String(n + 1));
    else builder.warn('A chapter that the book names is missing.');
  });
  const { title, metadata } = coreFacts(elementsOf(book, 'metadata')[0] ?? null);
  return builder.document({ title, pageKind: 'chapter', metadata });
}

/** Places of the parts by their ids. */
function manifestOf(book: XmlElement, folder: string): Map<string, string> {
  return new Map(
    elementsOf(book, 'item').map(({ attributes }) => [
      attributes.get('id') ?? '',
      path.join(folder, decodePath(attributes.get('href') ?? '')),
    ]),
  );
}

/** In the order of reading; what is only looked up from there (notes, answers, large tables) follows, and nothing comes twice. */
function chaptersOf(book: XmlElement, manifest: ReadonlyMap<string, string>): string[] {
  const items = elementsOf(book, 'itemref').map(({ attributes }) => attributes);
  const aside = items.filter((item) => item.get('linear') === 'no');
  const ordered = [...items.filter((item) => item.get('linear') !== 'no'), ...aside];
  return [...new Set(ordered.flatMap((item) => manifest.get(item.get('idref') ?? '') ?? []))];
}

function addChapter(builder: TextBuilder, bytes: Uint8Array, items: readonly ContentsItem[], number: string): void {
  const page = parseHtml(decodeText(bytes, 'utf-8').text);
  const body = page.querySelector('body');
  if (!body || /^\s*$/u.test(body.textContent ?? '')) return;
  builder.page(items[0]?.title ?? number);
  // Where the chapter has headings of its own, they say the same as the table of contents, and stand in their place.
  if (!body.querySelector('h1, h2, h3, h4, h5, h6')) {
    for (const { title, level } of items) builder.section(title, level, '');
  }
  renderHtml(builder, body);
}

function refuseLocked(file: OfficePackage): void {
  const locked = elementsOf(file.tree('META-INF/encryption.xml'), 'EncryptionMethod').some(
    ({ attributes }) => !FONT_SCRAMBLING.test(attributes.get('Algorithm') ?? ''),
  );
  if (locked) throw unreadable('The book is encrypted: its publisher lets it be opened with certain programs only.');
}
