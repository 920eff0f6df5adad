export { createCitationStyler, type CitationStylerOptions } from './citation-styler.ts';
