export { createPaperSources, type PaperSourcesOptions } from './create-paper-sources.ts';
