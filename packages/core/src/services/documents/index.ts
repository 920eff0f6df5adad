/** Documents: what a caller asks and gets back. Of what is done with them, `app.documents` is the door. */
export { DOCUMENT_STATES, type DocumentRecord, type KeptDocument } from './document-record.ts';
export type { Brought } from './bring-document.ts';
export type { DocumentPage } from './list-documents.ts';
export type { Leaf } from './leaves.ts';
export type { ProcessedPdf } from './process-pdf.ts';
export type { DocumentPart } from './read-document.ts';
export type { QuoteFindings, QuotePlace } from './find-quote.ts';
export type { FolderProgress, FolderReport } from './folder/read-folder.ts';
export type { FollowedFolder } from './folder/folder-watching.ts';
