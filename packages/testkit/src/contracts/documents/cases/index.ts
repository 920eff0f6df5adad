/** Every document that readers are tried with. */
import type { DocumentCase } from '../document-case.ts';
import { textCases } from './text.ts';

export const DOCUMENT_CASES: readonly DocumentCase[] = [...textCases];
