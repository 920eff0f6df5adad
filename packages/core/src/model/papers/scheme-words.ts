/** Identifiers in words: how each kind is called, what one looks like, and what was said to be of a kind. */
import { ID_SCHEMES, type Identifier, type IdScheme } from './identifier.ts';

interface SchemeWords {
  readonly name: string;
  readonly looks: string;
}

export const SCHEME_WORDS: Readonly<Record<IdScheme, SchemeWords>> = {
  doi: { name: 'DOI', looks: 'one looks like 10.1000/xyz123' },
  arxiv: { name: 'arXiv id', looks: 'one looks like 2301.12345' },
  pmid: { name: 'PMID', looks: 'it is a number of up to 8 digits' },
  pmcid: { name: 'PMCID', looks: 'one looks like PMC1234567' },
  s2: { name: 'Semantic Scholar id', looks: 'it has 40 hexadecimal digits, or is CorpusId: and a number' },
  openalex: { name: 'OpenAlex id', looks: 'one looks like W2741809807' },
  dblp: { name: 'DBLP key', looks: 'one looks like conf/nips/VaswaniSPUJGKP17' },
  isbn: { name: 'ISBN', looks: 'it has 10 or 13 digits, of which the last must fit the others' },
  issn: { name: 'ISSN', looks: 'it has 8 digits, of which the last must fit the others' },
  url: { name: 'address', looks: 'one begins with https://' },
};

/** So that it is taken for what it is, whoever reads it. */
export function identifierText({ scheme, value }: Identifier): string {
  return scheme === 'doi' || scheme === 'pmcid' || scheme === 'openalex' || scheme === 'url'
    ? value
    : `${scheme}:${value}`;
}

const CLAIM = new RegExp(`^(${ID_SCHEMES.join('|')}|isbn-1[03]|corpusid)\\s*:\\s*(\\S+|[\\dx\\s-]+)$`, 'i');
const BARE = /^(?:10\.|https?:\/\/(?:dx\.)?doi\.org\/)/i;

/** Of which kind a text says that it is, and what comes behind that; null where it says nothing of it. */
export function claimedScheme(text: string): { readonly scheme: IdScheme; readonly rest: string } | null {
  const [, prefix, rest = ''] = CLAIM.exec(text) ?? [];
  if (prefix === undefined) return BARE.test(text) && !/\s/.test(text) ? { scheme: 'doi', rest: text } : null;
  const word = prefix.toLowerCase();
  const scheme = word === 'corpusid' ? 's2' : ID_SCHEMES.find((one) => word.startsWith(one));
  return scheme === undefined || scheme === 'url' ? null : { scheme, rest };
}
