/** Large files of other programs, piece by piece: lines, elements of JSON, rows of databases. */
export { databaseRows, isDatabase, openForReading } from './database-rows.ts';
export { inputLines, type InputLine } from './input-lines.ts';
export { BrokenJson, jsonElements } from './json-elements.ts';
