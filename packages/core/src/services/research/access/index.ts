export { inLibrary } from './article-name.ts';
export {
  downloadCopies,
  downloadPdf,
  nobodyToAsk,
  type Attempt,
  type Downloaded,
  type DownloadRequest,
} from './download-pdf.ts';
export { locateCopies } from './locate-pdf.ts';
export { validateSources, type ValidatedSource, type ValidateRequest } from './validate-sources.ts';
