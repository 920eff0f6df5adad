/** Pages of a PDF as pictures, for those that are nothing else. */
import type { GreyPicture } from '../ocr/recognise.ts';
import { forgetPdfium, limitPdfium, loadPdfium, memoryOf } from './load-pdfium.ts';
import type { PdfLimits } from './pdf-file.ts';
import { PdfiumHeap } from './pdfium-heap.ts';

/** What recognition is trained for, in dots per inch. */
const RESOLUTION = 300;
const POINTS = 72;
/** Pixels of the longer side; a page that claims to be larger is drawn smaller. */
const LONGEST = 5000;
const GREY = 1;
const ANNOTATIONS = 1;
const WHITE = 0xff_ff_ff_ff;

/** Of each page that is asked for, one after the other. */
export async function* drawPages(
  bytes: Uint8Array,
  pages: readonly number[],
  limits: PdfLimits,
): AsyncGenerator<GreyPicture> {
  limitPdfium(limits.maxMemoryMb);
  const pdfium = await loadPdfium();
  const heap = new PdfiumHeap(pdfium);
  const address = heap.put(bytes);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
  try {
    for (const index of pages) {
      const page = pdfium.FPDF_LoadPage(document, index);
      const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
      const scale = Math.min(RESOLUTION / POINTS, LONGEST / Math.max(width, height, 1));
      const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
      const bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, GREY, 0, 0);
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, ANNOTATIONS);
      const [at, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)];
      const drawn = memoryOf(pdfium).HEAPU8;
      const pixels = new Uint8Array(columns * rows);
      for (let row = 0; row < rows; row++) {
        pixels.set(drawn.subarray(at + row * stride, at + row * stride + columns), row * columns);
      }
      pdfium.FPDFBitmap_Destroy(bitmap);
      pdfium.FPDF_ClosePage(page);
      yield { width: columns, height: rows, pixels, resolution: Math.round(scale * POINTS) };
    }
    pdfium.FPDF_CloseDocument(document);
    heap.free(address);
  } catch (error) {
    forgetPdfium();
    throw error;
  }
}
