/** Every document that readers are tried with. */
import type { DocumentCase } from '../document-case.ts';
import { dataCases } from './data.ts';
import { htmlCases } from './html.ts';
import { mailCases } from './mail.ts';
import { markdownCases } from './markdown.ts';
import { openDocumentCases } from './open-document.ts';
import { packedCases } from './packed.ts';
import { pdfCases } from './pdf.ts';
import { textCases } from './text.ts';
import { writtenCases } from './written.ts';

export const DOCUMENT_CASES: readonly DocumentCase[] = [
  ...textCases,
  ...markdownCases,
  ...htmlCases,
  ...dataCases,
  ...mailCases,
  ...writtenCases,
  ...pdfCases,
  ...packedCases,
  ...openDocumentCases,
];
