/** Addresses and identifiers of the web and of science: URL, e-mail, DOI, arXiv, ISBN. */
import type { Pattern } from './pattern.ts';

/** Sentence marks, and a closing bracket that was opened before the address. */
const TRAILING = /[.,;:!?'"”’»*_)\]}>]+$/u;

export const ADDRESSES: readonly Pattern[] = [
  { type: 'doi', regex: /(?<![\w.])10\.\d{4,9}\/[^\s"<>“”]{1,200}/gu, confidence: 1, trailing: TRAILING },
  {
    type: 'arxiv',
    regex: /(?<=\barxiv(?:\.org\/(?:abs|pdf)\/|\s{0,2}:\s{0,2}|\s))\d{4}\.\d{4,5}(?:v\d{1,3})?(?!\d)/giu,
    confidence: 1,
  },
  {
    type: 'arxiv',
    regex:
      /\b(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nucl-th|physics|quant-ph|cs)(?:\.[A-Z]{2})?\/\d{7}(?:v\d{1,3})?(?!\d)/gu,
    confidence: 1,
  },
  {
    type: 'url',
    regex: /(?<![\p{L}\p{N}])(?:https?|ftp|file|git|ssh|wss?):\/\/[^\s<>"“”`{}|\\^]{2,2000}/giu,
    confidence: 1,
    trailing: TRAILING,
  },
  {
    type: 'url',
    regex: /(?<![\p{L}\p{N}@./])www\.[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}(?:\/[^\s<>"“”`]{0,500})?/giu,
    confidence: 1,
    trailing: TRAILING,
  },
  {
    type: 'email',
    regex: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu,
    confidence: 1,
    accepts: (match) => /\.\p{L}{2,}$/u.test(match) && !match.startsWith('.'),
  },
  {
    type: 'isbn',
    regex: /(?<=\bISBN(?:-1[03])?:?\s{0,2})(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dX](?![\d-])/gu,
    confidence: 1,
  },
];
