/**
 * PDF. PDFium reads it; what it cannot open, or finds hardly any text in although there are no pictures, is given to pdf.js
 * as well, and the one that found more is believed. Pages that are pictures of text are named in `scans`, or recognised.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { ReadDocument } from '@zapomni/core/ports';
import { LockedPdf, PdfMemoryExceeded, type PdfFile, type PdfLimits } from './pdf/pdf-file.ts';
import { toDocument } from './pdf/pdf-document.ts';
import { readWithPdfium } from './pdf/pdfium-file.ts';
import { recogniseScans } from './pdf/recognise-scans.ts';
import { tooLarge, unreadable, type ReadContext } from './reading.ts';

/** Letters a page; fewer than this is suspicious. */
const SPARSE = 100;

export async function read(bytes: Uint8Array, context: ReadContext): Promise<ReadDocument> {
  const found = await readWithEither(bytes, context.limits);
  if (found.pages.length === 0) throw unreadable('The PDF has no pages.');
  const { file, advice } = await recogniseScans(bytes, found, context.ocr, context.limits);
  return toDocument(file, context, advice);
}

async function readWithEither(bytes: Uint8Array, limits: PdfLimits): Promise<PdfFile> {
  let first: PdfFile | null = null;
  let failure: unknown;
  try {
    first = await readWithPdfium(bytes, limits);
  } catch (error) {
    refuseWhatNoneCanRead(error, limits);
    failure = error;
  }
  if (first && !isSuspicious(first)) return first;
  const second = await readWithPdfJs(bytes, limits);
  if (first && second) return lettersOf(second) > lettersOf(first) ? withFactsOf(first, second) : first;
  const either = first ?? second;
  if (!either) throw unreadable('The PDF is damaged, or cut short.', failure);
  return either;
}

async function readWithPdfJs(bytes: Uint8Array, limits: PdfLimits): Promise<PdfFile | null> {
  try {
    const { readWithUnpdf } = await import('./pdf/unpdf-file.ts');
    return await readWithUnpdf(bytes, limits);
  } catch (error) {
    refuseWhatNoneCanRead(error, limits);
    return null;
  }
}

function refuseWhatNoneCanRead(error: unknown, { maxMemoryMb }: PdfLimits): void {
  if (error instanceof ZapomniError) throw error;
  if (error instanceof LockedPdf) throw unreadable('The PDF is encrypted: it opens with a password only.', error);
  if (error instanceof PdfMemoryExceeded) throw tooLarge(`Reading it takes more than ${maxMemoryMb} MB of memory.`);
}

function isSuspicious(file: PdfFile): boolean {
  if (lettersOf(file) >= SPARSE * file.pages.length) return false;
  return file.pages.some(({ hasPicture }) => !hasPicture);
}

function lettersOf({ pages }: PdfFile): number {
  return pages.reduce((sum, { lines }) => sum + lines.reduce((letters, { text }) => letters + text.length, 0), 0);
}

/** The words of one, and what the other alone can tell. */
function withFactsOf(first: PdfFile, second: PdfFile): PdfFile {
  const pages = second.pages.map((page, n) => ({ ...page, hasPicture: first.pages[n]?.hasPicture ?? false }));
  return { pages, outline: first.outline, information: { ...second.information, ...first.information } };
}
