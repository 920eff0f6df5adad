/** Reads a PDF file with pdf.js, the second engine: slower, but it knows encodings and repairs that PDFium does not. */
import { getDocumentProxy } from 'unpdf';
import { tooLarge } from '../reading.ts';
import { LockedPdf, type PdfFile, type PdfLimits, type PdfLine, type PdfPage } from './pdf-file.ts';

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;
type Item = Awaited<ReturnType<Awaited<ReturnType<Proxy['getPage']>>['getTextContent']>>['items'][number];

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

export async function readWithUnpdf(bytes: Uint8Array, limits: PdfLimits): Promise<PdfFile> {
  // It takes the bytes for its own, and would leave none to others. It takes nothing from elsewhere either.
  const document = await open(bytes.slice());
  try {
    if (document.numPages > limits.maxPages) {
      throw tooLarge(`It has ${document.numPages} pages, and ${limits.maxPages} are the limit.`);
    }
    const labels = await document.getPageLabels().catch(() => null);
    const pages: PdfPage[] = [];
    for (let n = 1; n <= document.numPages; n++) pages.push(await readPage(document, n, labels?.[n - 1] || String(n)));
    return { pages, outline: [], information: await informationOf(document) };
  } finally {
    await document.cleanup();
  }
}

async function open(bytes: Uint8Array): Promise<Proxy> {
  try {
    return await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new LockedPdf('The file has a password.');
    throw error;
  }
}

async function readPage(document: Proxy, number: number, label: string): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return { label, lines: toLines(items), hasPicture: false, links: [] };
}

function toLines(items: readonly Item[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let pieces: Piece[] = [];
  const end = () => {
    const line = toLine(pieces);
    if (line) lines.push(line);
    pieces = [];
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    if (item.str !== '') pieces.push(toPiece(item));
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function toPiece(item: Extract<Item, { str: string }>): Piece {
  const [, , c = 0, d = 0, left = 0, baseline = 0] = item.transform as number[];
  return { text: item.str, left, right: left + item.width, baseline, size: Math.hypot(c, d) || item.height || 1 };
}

function toLine(pieces: readonly Piece[]): PdfLine | null {
  const text = pieces
    .map(({ text: piece }) => piece)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
  const first = pieces.find((piece) => piece.text.trim() !== '');
  if (!first) return null;
  const hyphenated = /\p{L}[-‐\u00AD]$/u.test(text);
  return {
    text: hyphenated ? text.slice(0, -1) : text,
    left: first.left,
    right: Math.max(...pieces.map(({ right }) => right)),
    baseline: first.baseline,
    size: first.size,
    bold: false,
    hyphenated,
    cells: [],
  };
}

async function informationOf(document: Proxy): Promise<Record<string, string>> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  return Object.fromEntries(
    Object.entries(info).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}
