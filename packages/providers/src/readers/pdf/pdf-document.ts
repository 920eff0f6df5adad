/**
 * Makes a document of what an engine found in a PDF file.
 *
 *   lines ─▶ running heads out ─▶ items of lists of references ─▶ paragraphs and tables ─▶ headings: by the outline, else by their look ─▶ text
 */
import type { JsonValue } from '@zapomni/core/model';
import type { DocumentHeadLine, ReadDocument } from '@zapomni/core/ports';
import type { ReadContext } from '../reading.ts';
import { TextBuilder } from '../text-builder.ts';
import { findHeading, Looks } from './headings.ts';
import { headLines } from './head-lines.ts';
import { Hyphens } from './hyphens.ts';
import { mended } from './mended.ts';
import { inColumns, joinLines, toParagraphs, type PdfParagraph } from './paragraphs.ts';
import { toIsoDate } from './pdf-dates.ts';
import { HEAD_PAGES, type PdfFile, type PdfLink, type PdfOutlineItem, type PdfPage } from './pdf-file.ts';
import { acrossPages, goesOn } from './page-turns.ts';
import { isScan } from './recognise-scans.ts';
import { referenceItems } from './references/reference-items.ts';
import { withoutRunningHeads } from './running-heads.ts';

const NO_TITLE =
  /^(?:untitled|microsoft (?:word|powerpoint|excel)\b.*|(?:slide|page|document) ?\d*|\S+\.(?:docx?|dvi|tex|pdf|pptx?|xlsx?|indd|qxd|ps|rtf|odt|md|html?))$/iu;

/** `advice` says what would have scans recognised. */
export function toDocument(file: PdfFile, context: ReadContext, advice = ''): ReadDocument {
  return new PdfDocument(file, context, advice).build();
}

class PdfDocument {
  readonly #file: PdfFile;
  readonly #pages: readonly PdfPage[];
  readonly #builder: TextBuilder;
  readonly #hyphens: Hyphens;
  readonly #looks: Looks;
  readonly #advice: string;
  readonly #texts = new Map<PdfParagraph, string>();

  constructor(file: PdfFile, context: ReadContext, advice: string) {
    this.#file = file;
    this.#advice = advice;
    this.#pages = withoutRunningHeads(file.pages).map((page) => ({ ...page, lines: inColumns(page.lines) }));
    this.#builder = new TextBuilder(context);
    this.#hyphens = new Hyphens(this.#pages);
    this.#looks = new Looks(this.#pages);
  }

  build(): ReadDocument {
    const { information, outline } = this.#file;
    const byPage = Map.groupBy(outline, ({ page }) => page);
    let title = titleOf(information);
    const items = referenceItems(this.#pages.map(({ lines }) => lines));
    const pages = acrossPages(this.#pages.map(({ lines }) => toParagraphs(lines, items)));
    this.#pages.forEach((page, n) => {
      const paragraphs = pages[n] ?? [];
      if (n === 0) title ??= this.#looks.title(paragraphs, (paragraph) => this.#textOf(paragraph));
      const rest = this.#turn(page, pages[n - 1]?.at(-1), paragraphs);
      this.#addPage(page, rest, byPage.get(n) ?? []);
    });
    this.#warnOfScans();
    const recognised = this.#pages.filter((page) => page.recognised !== undefined).length;
    const metadata = { ...metadataOf(information), ...(recognised > 0 ? { recognised_pages: recognised } : {}) };
    const annotations = this.#file.pages.flatMap((page) => page.annotations ?? []);
    return {
      ...this.#builder.document({ title, pageKind: 'page', metadata }),
      head: this.#file.pages.slice(0, HEAD_PAGES).map((page, n) => this.#head(page, n)),
      ...(annotations.length > 0 ? { annotations } : {}),
    };
  }

  #head(page: PdfPage, n: number): DocumentHeadLine[] {
    if (page.recognised !== undefined)
      return page.recognised.split('\n').map((text) => ({ text: mended(text.trim()) }));
    const kept = new Set(this.#pages[n]?.lines);
    return headLines(
      inColumns(page.lines.filter((line) => kept.has(line))),
      page.lines.filter((line) => !kept.has(line)),
    );
  }

  /** Begins a page, with what goes on there from the one before; returns what is left of it. */
  #turn(page: PdfPage, last: PdfParagraph | undefined, paragraphs: readonly PdfParagraph[]): readonly PdfParagraph[] {
    const [first, ...rest] = paragraphs;
    if (!last || !first || page.recognised !== undefined || !goesOn(last, first)) {
      this.#builder.page(page.label);
      return paragraphs;
    }
    const [before, text] = [this.#textOf(last), this.#textOf(first)];
    const isBroken = last.lines.at(-1)?.hyphenated ?? false;
    this.#builder.pageWithin(page.label, isBroken ? this.#hyphens.between(before, text) : ' ');
    if (first.item === undefined) this.#builder.add(text);
    else this.#builder.more(() => this.#builder.add(text));
    return rest;
  }

  #addPage(page: PdfPage, paragraphs: readonly PdfParagraph[], outline: readonly PdfOutlineItem[]): void {
    if (page.recognised !== undefined) return this.#addRecognised(page.recognised);
    if (isScan(page)) this.#builder.scan();
    const places = this.#places(paragraphs, outline);
    const links = [...page.links];
    for (const paragraph of paragraphs) {
      const items = places.get(paragraph) ?? [];
      this.#addParagraph(paragraph, items, links);
    }
  }

  #addParagraph(paragraph: PdfParagraph, items: readonly Place[], links: PdfLink[]): void {
    for (const { item, isHeading } of items) if (!isHeading) this.#builder.section(item.title, item.level, '');
    const text = this.#textOf(paragraph);
    const heading = items.find(({ isHeading }) => isHeading);
    const level = heading?.item.level ?? (this.#file.outline.length > 0 ? null : this.#looks.levelOf(paragraph, text));
    if (paragraph.item !== undefined) this.#builder.block('entry', () => this.#addLinked(text, links));
    else if (level !== null) this.#builder.section(text, level);
    else if (paragraph.rows) this.#builder.table(paragraph.rows);
    else this.#addLinked(text, links);
  }

  /** Links are known by the words they cover; each is used up where its words are first found. */
  #addLinked(text: string, links: PdfLink[]): void {
    this.#builder.paragraph();
    let rest = text;
    for (let link = links[0]; link; link = links[0]) {
      const at = rest.indexOf(link.text);
      if (at < 0) break;
      const { text: shown, target } = link;
      this.#builder.add(rest.slice(0, at)).link(target, () => this.#builder.add(shown));
      rest = rest.slice(at + shown.length);
      links.shift();
    }
    this.#builder.add(rest);
  }

  #places(paragraphs: readonly PdfParagraph[], outline: readonly PdfOutlineItem[]): Map<PdfParagraph, Place[]> {
    const places = new Map<PdfParagraph, Place[]>();
    for (const item of outline) {
      const found = findHeading(item, paragraphs, (paragraph) => this.#textOf(paragraph));
      if (!found) continue;
      const taken = places.get(found.paragraph) ?? [];
      places.set(found.paragraph, [
        ...taken,
        { item, isHeading: found.isHeading && !taken.some((one) => one.isHeading) },
      ]);
    }
    return places;
  }

  /** Lines end where the page did; only an empty one ends a paragraph. */
  #addRecognised(text: string): void {
    for (const paragraph of text.split(/\n\s*\n/u)) {
      const lines = paragraph.split('\n').map((line) => line.trim());
      const joined = lines.reduce((before, line) => {
        const broken = /\p{L}[-‐]$/u.test(before);
        const part = broken ? before.slice(0, -1) : before;
        return part + (broken ? this.#hyphens.between(part, line) : before === '' ? '' : ' ') + line;
      }, '');
      if (joined !== '') this.#builder.paragraph(mended(joined));
    }
  }

  #textOf(paragraph: PdfParagraph): string {
    const known = this.#texts.get(paragraph);
    if (known !== undefined) return known;
    const text = mended(joinLines(paragraph.lines, this.#hyphens));
    this.#texts.set(paragraph, text);
    return text;
  }

  #warnOfScans(): void {
    const scans = this.#builder.scans;
    if (scans.length === 0) return;
    const labels = scans.slice(0, 5).map((n) => this.#pages[n]?.label);
    const more = scans.length > 5 ? ` and ${scans.length - 5} more` : '';
    const [pages, they] = scans.length === 1 ? ['Page', 'it is a picture'] : ['Pages', 'they are pictures'];
    const have = scans.length === 1 ? 'has' : 'have';
    this.#builder.warn(
      `${pages} ${labels.join(', ')}${more} ${have} no text: ${they}, perhaps of text. ${this.#advice}`.trimEnd(),
    );
  }
}

interface Place {
  readonly item: PdfOutlineItem;
  readonly isHeading: boolean;
}

function titleOf({ Title }: PdfFile['information']): string | null {
  const title = Title?.replace(/\s+/gu, ' ').trim() ?? '';
  return title === '' || NO_TITLE.test(title) ? null : title;
}

function metadataOf(information: PdfFile['information']): Record<string, JsonValue> {
  const metadata: Record<string, JsonValue> = {};
  const set = (name: string, value: JsonValue | undefined) => {
    if (value !== undefined && value !== '') metadata[name] = value;
  };
  set('title', titleOf(information) ?? undefined);
  set('author', information.Author);
  set('subject', information.Subject);
  set('keywords', information.Keywords);
  set('language', information.Language);
  set('created', toIsoDate(information.CreationDate));
  set('modified', toIsoDate(information.ModDate));
  set('producer', information.Producer);
  set('creator', information.Creator);
  return metadata;
}
