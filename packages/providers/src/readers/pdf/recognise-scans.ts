/** Pages that are pictures of text, read with OCR where the user asked for it. */
import type { OcrOptions } from '../ocr/find-engine.ts';
import type { PdfFile, PdfLimits, PdfPage } from './pdf-file.ts';

/** Fewer letters than this beside a picture: the page is a picture of text. */
const SCAN = 25;

export function isScan({ hasPicture, lines }: PdfPage): boolean {
  return hasPicture && lines.reduce((sum, { text }) => sum + text.length, 0) < SCAN;
}

export interface Recognised {
  readonly file: PdfFile;
  /** Why scans stay pictures, in a sentence; empty if none does. */
  readonly advice: string;
}

export async function recogniseScans(
  bytes: Uint8Array,
  file: PdfFile,
  ocr: OcrOptions | undefined,
  limits: PdfLimits,
): Promise<Recognised> {
  const scans = file.pages.flatMap((page, n) => (isScan(page) ? [n] : []));
  if (scans.length === 0) return { file, advice: '' };
  if (!ocr) return { file, advice: 'ZAPOMNI_OCR=eng has them recognised.' };
  const { findEngine } = await import('../ocr/find-engine.ts');
  const engine = findEngine(ocr);
  if ('missing' in engine) return { file, advice: toAdvice(engine.missing) };
  const [{ drawPages }, { recognise }] = await Promise.all([
    import('./pdfium-picture.ts'),
    import('../ocr/recognise.ts'),
  ]);
  const pages = [...file.pages];
  let n = 0;
  for await (const picture of drawPages(bytes, scans, limits)) {
    const index = scans[n++] as number;
    const page = pages[index] as PdfPage;
    const recognised = await recognise(engine, picture);
    if (recognised !== '') pages[index] = { ...page, recognised };
  }
  return { file: { ...file, pages }, advice: '' };
}

function toAdvice(missing: readonly string[]): string {
  return `OCR is asked for and not installed: run \`npm install --prefix DATA_DIR/ocr ${missing.join(' ')}\`.`;
}
