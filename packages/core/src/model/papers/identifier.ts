/**
 * By what papers are told apart. Each scheme has one spelling that is kept, whatever was given: addresses, prefixes, versions and the
 * punctuation of a sentence go.
 */
export const ID_SCHEMES = ['doi', 'arxiv', 'pmid', 'pmcid', 's2', 'openalex', 'dblp', 'isbn', 'issn', 'url'] as const;
export type IdScheme = (typeof ID_SCHEMES)[number];

export interface Identifier {
  readonly scheme: IdScheme;
  /** As `normalizeIdentifier` gives it. */
  readonly value: string;
}

type Normalizer = (text: string) => string | null;

const NORMALIZERS: Readonly<Record<IdScheme, Normalizer>> = {
  doi: normalizeDoi,
  arxiv: normalizeArxiv,
  pmid: (text) =>
    matched(
      /^(?:pmid:?\s*|https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/)?0*(\d{1,8})\/?$/i,
      text,
    ),
  pmcid: (text) => prefixed('PMC', matched(/^(?:pmcid:?\s*|https?:\/\/\S+\/)?PMC(\d{1,9})(?:\.\d+)?\/?$/i, text)),
  s2: normalizeS2,
  openalex: (text) =>
    prefixed('W', matched(/^(?:openalex:\s*|https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?W(\d{1,12})$/i, text)),
  dblp: (text) =>
    matched(
      /^(?:dblp:|https?:\/\/dblp\.(?:org|uni-trier\.de)\/rec\/)?([\w-]+(?:\/[\w.-]+?)+?)(?:\.(?:html|xml|bib))?$/i,
      text,
    ),
  isbn: normalizeIsbn,
  issn: normalizeIssn,
  url: normalizeUrl,
};

/** Null for what is none of the scheme. */
export function normalizeIdentifier(scheme: IdScheme, text: string): Identifier | null {
  const value = NORMALIZERS[scheme](scheme === 'url' ? text.trim() : withoutView(text.trim()));
  return value === null || value.length > MOST_LENGTH ? null : { scheme, value };
}

const MOST_LENGTH = 900;

/** Texts that can be nothing else; a bare number is no PMID, and a bare word no key of DBLP. */
const UNMISTAKABLE: readonly (readonly [IdScheme, RegExp])[] = [
  [
    'arxiv',
    /^(?:arxiv:|(?:https?:\/\/)?(?:[\w-]+\.)*arxiv\.org\/|(?:doi:|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/)?10\.48550\/arxiv\.|\d{4}\.\d{4,5}(?:v\d+)?$|[a-z-]+(?:\.[A-Z]{2})?\/\d{7}(?:v\d+)?$)/i,
  ],
  [
    'doi',
    /^(?:doi:?\s*|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|10\.\d{4,9}\/|https?:\/\/(?:www\.)?(?:bio|med)rxiv\.org\/content\/10\.)/i,
  ],
  ['pmid', /^(?:pmid|https?:\/\/(?:pubmed\.ncbi|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed))/i],
  [
    'pmcid',
    /^(?:pmcid:?\s*)?PMC\d+|^https?:\/\/(?:www\.ncbi\.nlm\.nih\.gov\/pmc|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org)\/\S*PMC\d+/i,
  ],
  ['s2', /^(?:corpusid:|s2:|[0-9a-f]{40}$|https?:\/\/(?:www\.)?semanticscholar\.org\/)/i],
  ['openalex', /^(?:openalex:|https?:\/\/(?:api\.)?openalex\.org\/|W\d{5,}$)/i],
  ['dblp', /^(?:dblp:|https?:\/\/dblp\.)/i],
  ['isbn', /^(?:isbn[-:\s]|(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dx]$)/i],
  ['url', /^https?:\/\//i],
];

/** What somebody gave by hand, if it is an identifier and nothing else. */
export function parseIdentifier(text: string): Identifier | null {
  const given = text.trim();
  for (const [scheme, form] of UNMISTAKABLE) {
    const found = form.test(given) ? normalizeIdentifier(scheme, given) : null;
    if (found) return found;
  }
  return null;
}

export function identifierKey({ scheme, value }: Identifier): string {
  return `${scheme}:${value}`;
}

function matched(pattern: RegExp, text: string): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

function prefixed(prefix: string, rest: string | null): string | null {
  return rest === null ? null : `${prefix}${rest}`;
}

const DOI = /^(?:doi:?\s*|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/)?(10\.\d{4,9}\/\S+)$/i;
/** Its page with all that can be read there; the number of the version may be wanting. */
const POSTED = /^https?:\/\/(?:www\.)?(?:bio|med)rxiv\.org\/content\/(10\.\d{4,9}\/[\d.]*\d)(?:v\d+)?(?:[./]\S*)?$/i;
const PREPRINT = /^(10\.(?:1101|64898)\/\d[\d.]*)v\d+$/;

function normalizeDoi(text: string): string | null {
  const found = (matched(POSTED, text) ?? matched(DOI, decoded(text)))?.toLowerCase();
  if (found === undefined) return null;
  const value = withoutPunctuation(found);
  return PREPRINT.exec(value)?.[1] ?? (/\/./.test(value) ? value : null);
}

/** A sentence ends with punctuation, a DOI does not; a bracket stays where its other half does. */
function withoutPunctuation(text: string): string {
  let value = text;
  for (;;) {
    const last = value.at(-1) ?? '';
    const opening = CLOSING[last];
    const isLoose = opening === undefined ? /[.,;:"'>]/.test(last) : count(value, last) > count(value, opening);
    if (!isLoose) return value;
    value = value.slice(0, -1);
  }
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function decoded(text: string): string {
  if (!/^https?:/i.test(text) || !text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ARXIV =
  /^(?:arxiv:\s*|(?:https?:\/\/)?(?:[\w-]+\.)*arxiv\.org\/(?:abs|pdf|html|format)\/|(?:doi:|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/)?10\.48550\/arxiv\.)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/i;

function normalizeArxiv(text: string): string | null {
  const value = matched(ARXIV, text);
  return value && value.includes('/') ? value.toLowerCase().replace(/\.[a-z]{2}\//, '/') : value;
}

/** Forty hexadecimal digits, or the number of the corpus with its prefix. */
function normalizeS2(text: string): string | null {
  const corpus = matched(/^(?:s2:)?corpusid:\s*(\d+)$/i, text);
  if (corpus !== null) return `corpusid:${corpus}`;
  return (
    matched(
      /^(?:s2:|https?:\/\/(?:www\.)?semanticscholar\.org\/paper\/(?:[^/]*\/)?)?([0-9a-f]{40})$/i,
      text,
    )?.toLowerCase() ?? null
  );
}

/** Thirteen digits, also of those that had ten; null where the check digit is wrong. */
function normalizeIsbn(text: string): string | null {
  const digits = text
    .replace(/^isbn(?:-1[03])?:?\s*/i, '')
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (/^\d{13}$/.test(digits)) return thirteenth(digits.slice(0, 12)) === digits[12] ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || tenth(digits.slice(0, 9)) !== digits[9]) return null;
  const beginning = `978${digits.slice(0, 9)}`;
  return beginning + thirteenth(beginning);
}

function thirteenth(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

function tenth(nine: string): string {
  const sum = [...nine].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

function normalizeIssn(text: string): string | null {
  const digits = text
    .replace(/^e?issn:?\s*/i, '')
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (!/^\d{7}[\dX]$/.test(digits)) return null;
  const sum = digits
    .slice(0, 7)
    .split('')
    .reduce((total, digit, i) => total + Number(digit) * (8 - i), 0);
  const check = (11 - (sum % 11)) % 11;
  return (check === 10 ? 'X' : String(check)) === digits[7] ? `${digits.slice(0, 4)}-${digits.slice(4)}` : null;
}

function normalizeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const url = new URL(text);
    url.hash = '';
    url.username = '';
    url.password = '';
    return url.href;
  } catch {
    return null;
  }
}

/** How somebody looks at a page of these is no part of its name; a DOI may have such signs. */
const WITH_VIEWS =
  /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:arxiv\.org|ncbi\.nlm\.nih\.gov|europepmc\.org|openalex\.org|semanticscholar\.org|dblp\.org|biorxiv\.org|medrxiv\.org)\//i;

function withoutView(text: string): string {
  return WITH_VIEWS.test(text) ? text.replace(/[?#].*$/s, '') : text;
}

const IN_ADDRESS = /(?:\/|[?&](?:id|doi)=)(10\.\d{4,9}\/[^?#&\s]+)/i;
/** What publishers put behind the DOI for one way to read it. */
const VIEW =
  /(?:\/(?:abstract|epdf|epub|figures|full|full-text|html|meta|pdf|references|summary))+\/?$|\.(?:full|pdf|html)$/i;

/** The DOI that publishers put into the addresses of their pages; null where there is none. */
export function doiInAddress(address: string): Identifier | null {
  if (!/^https?:/i.test(address)) return null;
  const found = matched(IN_ADDRESS, decoded(address));
  return found === null ? null : normalizeIdentifier('doi', found.replace(VIEW, ''));
}
