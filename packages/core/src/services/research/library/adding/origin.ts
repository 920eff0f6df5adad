/** Where a paper comes from, in the form in which it is gone for. */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import { identifierText, parseIdentifier } from '../../../../model/papers/index.ts';
import type { PaperOrigin } from './arrivals.ts';

/** Files that hold nothing but entries; what `.xml`, `.json` or `.csv` hold is told by reading it. */
const BIBLIOGRAPHY = /\.(?:bib|enw|nbib|ris)$/i;

/** `~/a.pdf`, `./a`, `papers/a.pdf`, `file:///a.pdf`. */
const LOOKS_LIKE_PATH = /^(?:~|\.{1,2}[/\\]|file:)|\.(?:pdf|xml|html?|docx|epub)$/i;

/** An address that names a paper is its id; any other is a page. */
export function toOrigin(from: PaperOrigin): PaperOrigin {
  if ('path' in from && BIBLIOGRAPHY.test(from.path))
    throw invalidField('path', 'is a bibliography and no paper', 'import_bibliography takes its entries.');
  if ('identifier' in from) {
    if (parseIdentifier(from.identifier)?.scheme === 'url') return { url: from.identifier };
    if (!parseIdentifier(from.identifier))
      throw new ZapomniError('INVALID_INPUT', 'identifier: is none that is known.', {
        hint: LOOKS_LIKE_PATH.test(from.identifier)
          ? 'The path of a file has to be absolute: /home/me/paper.pdf.'
          : 'Give a DOI (10.1000/xyz), an arXiv id, PMID:123, PMC123, an ISBN or a URL.',
        issues: [{ field: 'identifier', error: 'is none that is known' }],
      });
  }
  const id = 'url' in from ? parseIdentifier(from.url) : null;
  return id && id.scheme !== 'url' ? { identifier: identifierText(id) } : from;
}

/** Of a page; empty where it is none. */
export function addressOf(from: PaperOrigin): string {
  return 'url' in from ? from.url : 'identifier' in from ? from.identifier : '';
}
