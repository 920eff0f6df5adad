export { createCodeParser, type CodeParserOptions } from './code-parser.ts';
