// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import addDocument from './documents/add-document.ts';
import addFolder from './documents/add-folder.ts';
import findQuote from './documents/find-quote.ts';
import listDocuments from './documents/list-documents.ts';
import processPdf from './documents/process-pdf.ts';
import readDocument from './documents/read-document.ts';
import refreshDocument from './documents/refresh-document.ts';
import removeDocument from './documents/remove-document.ts';

export default [
  addDocument,
  addFolder,
  findQuote,
  listDocuments,
  processPdf,
  readDocument,
  refreshDocument,
  removeDocument,
] satisfies readonly ZapomniTool[];
