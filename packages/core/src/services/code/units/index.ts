/** A file of code as the units that are found. */
export * from './cut-units.ts';
export { withEmbeddingText } from './with-embedding-text.ts';
