export { createCodeParser, type CodeParserOptions } from './code-parser.ts';
export { notSource, type NotSource } from './not-source.ts';
