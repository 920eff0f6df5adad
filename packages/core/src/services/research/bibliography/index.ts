/** Bibliographies: what is in them, written and read in every format that people use. */
export { KeyMaker } from './citekeys/make-keys.ts';
export { readPattern } from './citekeys/pattern.ts';
export { FORMAT_NAMES, WRITABLE, type Finding, type FormatName, type WritableFormat } from './format.ts';
export { FORMATS } from './formats.ts';
export { HOLDINGS, type Holding } from './holdings.ts';
export { openBibliography, type FindCharset, type OpenBibliography } from './read-bibliography.ts';
export { writeBibliography } from './write-bibliography.ts';
export { importBibliography, type ImportReport, type ImportRequest } from './import-bibliography.ts';
