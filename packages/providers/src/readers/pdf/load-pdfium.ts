/** PDFium compiled to WebAssembly, loaded by the first PDF. It sees nothing but the bytes it is given. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Pdfium = WrappedPdfiumModule;

/**
 * What its types leave out. The views change whenever the memory grows: never keep one. The functions are those that are
 * called for every word, without the wrapper that costs more than they do.
 */
interface PdfiumMemory {
  _FPDFText_GetCharOrigin(page: number, index: number, x: number, y: number): number;
  _FPDFText_GetLooseCharBox(page: number, index: number, box: number): number;
  _FPDFText_GetCharBox(page: number, index: number, left: number, right: number, bottom: number, top: number): number;
  _FPDFText_GetCharIndexFromTextIndex(page: number, index: number): number;
  _FPDFText_GetFontInfo(page: number, index: number, name: number, size: number, flags: number): number;
  _FPDFText_GetFontSize(page: number, index: number): number;
  _FPDFText_GetFontWeight(page: number, index: number): number;
  _FPDFText_GetMatrix(page: number, index: number, matrix: number): number;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly wasmExports: { readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
}

const WASM_PAGE = 65_536;
/** It would write to standard output, which belongs to the protocol. */
const SILENT = { print: () => {}, printErr: () => {} };
let loaded: Promise<Pdfium> | undefined;
let mostBytes = Infinity;

export function loadPdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** After a crash in WebAssembly its memory cannot be trusted; the next file gets a new one. */
export function forgetPdfium(): void {
  loaded = undefined;
}

/** Memory that is asked for beyond this is refused, which ends the reading of the file. */
export function limitPdfium(megabytes: number): void {
  mostBytes = megabytes * 1_048_576;
}

export function memoryOf({ pdfium }: Pdfium): PdfiumMemory {
  return pdfium as unknown as PdfiumMemory;
}

async function load(): Promise<Pdfium> {
  const pdfium = await init({ wasmBinary: await wasm(), ...SILENT } as Parameters<typeof init>[0]);
  const { memory } = memoryOf(pdfium).wasmExports;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE > mostBytes) throw new RangeError('Over the limit of memory.');
    return grow(pages);
  };
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** In the package in the sources; beside the bundle when published. */
async function wasm(): Promise<ArrayBuffer> {
  const file = import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
    : new URL('pdfium.wasm', import.meta.url);
  return new Uint8Array(await readFile(file)).buffer;
}
