/** The eight kinds of expression of RFC 6570, appendix A, and what ends a value of each kind in a URI. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

export interface OperatorRules {
  /** Comes before the first value. */
  readonly first: string;
  readonly separator: string;
  /** Values are written as `name=value`. */
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly afterEmptyName: string;
  /** Reserved characters and percent-encoded triplets stay as they are. */
  readonly reserved: boolean;
  /** Characters that no value holds when a URI is read. */
  readonly ends: string;
}

const PLAIN = { first: '', separator: ',', named: false, afterEmptyName: '', reserved: false, ends: '/?#' };
const PAIRS = { ...PLAIN, separator: '&', named: true, afterEmptyName: '=', ends: '&#' };

export const OPERATORS: Readonly<Record<Operator, OperatorRules>> = {
  '': PLAIN,
  '+': { ...PLAIN, reserved: true, ends: '' },
  '#': { ...PLAIN, first: '#', reserved: true, ends: '' },
  '.': { ...PLAIN, first: '.', separator: '.' },
  '/': { ...PLAIN, first: '/', separator: '/' },
  ';': { ...PAIRS, first: ';', separator: ';', afterEmptyName: '', ends: ';/?#' },
  '?': { ...PAIRS, first: '?' },
  '&': { ...PAIRS, first: '&' },
};

export function isOperator(character: string): character is Operator {
  return Object.hasOwn(OPERATORS, character);
}
