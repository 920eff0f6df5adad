/** Makes PDF files with known text at known places, in the fonts that every reader has. */
import { deflateSync } from 'node:zlib';

export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
  /** The font is of size 1, and drawn as large as `size`. */
  readonly enlarged?: boolean;
}

export interface MadePage {
  readonly runs: readonly PdfRun[];
  /** A picture all over the page. */
  readonly picture?: boolean;
  /** That picture: shades of grey, a byte each. */
  readonly scan?: { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
  readonly links?: readonly { readonly box: readonly [number, number, number, number]; readonly target: string }[];
  /** What a reader has marked, over the box, or written beside it. */
  readonly marks?: readonly PdfMark[];
}

export interface PdfMark {
  /** `Highlight`, `Underline`, `Text` … */
  readonly kind: string;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  readonly comment?: string;
  readonly author?: string;
  /** `D:20240301120000Z`. */
  readonly at?: string;
}

export interface MadePdf {
  readonly pages: readonly MadePage[];
  readonly information?: Readonly<Record<string, string>>;
  readonly outline?: readonly { readonly title: string; readonly page: number; readonly y: number }[];
  /** Small Roman numbers for that many pages, then from 1. */
  readonly romanPages?: number;
  /** Fonts say how wide their letters are, which leaves nothing to know of them. */
  readonly widths?: boolean;
  /** An `Encrypt` dictionary, which no key opens. */
  readonly locked?: boolean;
}

/** Of the letters from the space to the tilde, in thousandths. */
const TIMES_WIDTHS = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
  722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
  444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
  200, 480, 541,
];
const FIRST_PAGE = 10;
/** A picture of one dot. */
const BLANK = 6;

export function makePdf(made: MadePdf): Uint8Array {
  const objects = new Map<number, string | Buffer>();
  const pages = made.pages.map((_, n) => FIRST_PAGE + n * 2);
  const outlineAt = FIRST_PAGE + made.pages.length * 2;
  objects.set(1, catalog(made, outlineAt));
  objects.set(2, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((n) => `${n} 0 R`).join(' ')}]>>`);
  const widths = made.widths ? `/FirstChar 32/Widths[${TIMES_WIDTHS.join(' ')}]` : '';
  objects.set(3, `<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding${widths}>>`);
  objects.set(4, `<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding${widths}>>`);
  const information = Object.entries(made.information ?? {}).map(([key, value]) => `/${key}(${escaped(value)})`);
  objects.set(5, `<<${information.join('')}>>`);
  objects.set(BLANK, pictureOf({ width: 1, height: 1, pixels: Buffer.from('x') }));
  if (made.locked) objects.set(7, lock());
  made.pages.forEach((page, n) => {
    const picture = page.scan ? outlineAt + (made.outline?.length ?? 0) + 1 + n : BLANK;
    if (page.scan) objects.set(picture, pictureOf(page.scan));
    objects.set(FIRST_PAGE + n * 2, pageObject(page, FIRST_PAGE + n * 2 + 1, picture));
    objects.set(FIRST_PAGE + n * 2 + 1, stream('', content(page)));
  });
  addOutline(objects, made, outlineAt);
  return write(
    objects,
    made.locked ? '/Encrypt 7 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]' : '',
  );
}

/** Lines below each other, as a column of text. */
export function column(lines: readonly string[], x: number, top: number, size = 10): PdfRun[] {
  return lines.map((text, n) => ({ text, x, y: top - n * size * 1.2, size }));
}

function catalog({ outline = [], romanPages }: MadePdf, outlineAt: number): string {
  const labels = romanPages ? `/PageLabels<</Nums[0<</S/r>>${romanPages}<</S/D>>]>>` : '';
  return `<</Type/Catalog/Pages 2 0 R/Lang(en-GB)${labels}${outline.length > 0 ? `/Outlines ${outlineAt} 0 R` : ''}>>`;
}

function pageObject({ links = [], marks = [] }: MadePage, content_: number, picture: number): string {
  const shown = links.map(
    ({ box, target }) =>
      `<</Type/Annot/Subtype/Link/Rect[${box.join(' ')}]/Border[0 0 0]/A<</S/URI/URI(${escaped(target)})>>>>`,
  );
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content_} 0 R/Annots[${[...shown, ...marks.map(markObject)].join('')}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</P ${picture} 0 R>>>>>>`;
}

function markObject({ kind, box, comment, author, at }: PdfMark): string {
  const [left, bottom, right, top] = box;
  const quads = `/QuadPoints[${[left, top, right, top, left, bottom, right, bottom].join(' ')}]`;
  const said = Object.entries({ Contents: comment, T: author, M: at }).flatMap(([key, value]) =>
    value === undefined ? [] : [`/${key}(${escaped(value)})`],
  );
  const place = kind === 'Text' ? '' : quads;
  return `<</Type/Annot/Subtype/${kind}/Rect[${box.join(' ')}]/C[1 1 0]${place}${said.join('')}>>`;
}

function content({ runs, scan, picture = scan !== undefined }: MadePage): string {
  const shown = runs.map(({ text, x, y, size = 10, bold, enlarged }) => {
    const [font, scale] = enlarged ? [1, size] : [size, 1];
    return `BT /F${bold ? 2 : 1} ${font} Tf ${scale} 0 0 ${scale} ${x} ${y.toFixed(2)} Tm (${escaped(text)}) Tj ET`;
  });
  return [...(picture ? ['q 595 0 0 842 0 0 cm /P Do Q'] : []), ...shown].join('\n');
}

function addOutline(objects: Map<number, string | Buffer>, { outline = [] }: MadePdf, at: number): void {
  if (outline.length === 0) return;
  objects.set(at, `<</Type/Outlines/Count ${outline.length}/First ${at + 1} 0 R/Last ${at + outline.length} 0 R>>`);
  outline.forEach(({ title, page, y }, n) => {
    const next = n + 1 < outline.length ? `/Next ${at + n + 2} 0 R` : '';
    const before = n > 0 ? `/Prev ${at + n} 0 R` : '';
    const target = `/Dest[${FIRST_PAGE + page * 2} 0 R/XYZ 0 ${y} 0]`;
    objects.set(at + 1 + n, `<</Title(${escaped(title)})/Parent ${at} 0 R${next}${before}${target}>>`);
  });
}

function pictureOf({ width, height, pixels }: NonNullable<MadePage['scan']>): Buffer {
  const kind = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8';
  return stream(`${kind}/Width ${width}/Height ${height}`, Buffer.from(pixels).toString('latin1'));
}

const lock = () => `<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`;

function stream(dictionary: string, text: string): Buffer {
  const packed = deflateSync(Buffer.from(text, 'latin1'));
  const head = `<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** Strings are in Windows' Latin alphabet, in which a few characters lie elsewhere than in Latin-1. */
function escaped(text: string): string {
  const bytes: Readonly<Record<string, string>> = { '•': '\x95', '–': '\x96', '—': '\x97', '’': '\x92' };
  return text.replace(/[•–—’]/g, (character) => bytes[character] ?? '').replace(/[\\()]/g, '\\$&');
}

function write(objects: ReadonlyMap<number, string | Buffer>, extra: string): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets = new Map<number, number>();
  for (const [number, body] of objects) {
    offsets.set(number, length);
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const size = Math.max(...objects.keys()) + 1;
  const rows = Array.from({ length: size }, (_, n) => {
    const offset = offsets.get(n);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R/Info 5 0 R${extra}>>\nstartxref\n${length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.concat([...parts, Buffer.from(trailer)]));
}
