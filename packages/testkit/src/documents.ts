/** Makes documents of packed formats, for tests that want some of their own. */
export { column, makePdf, type MadePdf, type PdfMark } from './contracts/documents/cases/make-pdf.ts';
export { makePackage, makeZip } from './contracts/documents/cases/make-zip.ts';
