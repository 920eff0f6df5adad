/** A paper that may have been meant, and why it is offered. */
import type { Candidate } from '../../../../errors/index.ts';
import { cutText } from '../../../documents/document-record.ts';
import { nameOf } from '../keep/paper-memory.ts';
import { authorsOf } from '../keep/keys.ts';
import type { KeptPaper } from '../store/paper-record.ts';

export interface Offer {
  readonly paper: KeptPaper;
  /** `its DOI 10.1000/x differs by one character`. */
  readonly why: string;
  /** From 0; the nearest are offered first. */
  readonly far: number;
}

const MOST_SHOWN = 120;
const MOST_NAME = 60;

/** `id (citekey, first author, year) Title`. */
export function candidateLine({ key, value: { citekey, item, year } }: KeptPaper): string {
  const known = [citekey, firstAuthor(item), year].filter((part) => part !== null && part !== '');
  return `${key}${known.length === 0 ? '' : ` (${known.join(', ')})`} ${titleOf(item)}`;
}

export function offerLine({ paper, why }: Offer): string {
  return `${candidateLine(paper)} [${why}]`;
}

/** The same for programs. */
export function toCandidate({ paper: { key, value }, why }: Offer): Candidate {
  const { citekey, item, year } = value;
  const author = firstAuthor(item);
  return {
    id: key,
    ...(citekey === null ? {} : { citekey }),
    title: titleOf(item),
    ...(year === null ? {} : { year }),
    ...(author === '' ? {} : { first_author: author }),
    why,
  };
}

type Item = KeptPaper['value']['item'];

function titleOf({ title = 'untitled' }: Item): string {
  return cutText(title.replaceAll(/\s+/g, ' '), MOST_SHOWN);
}

function firstAuthor(item: Item): string {
  const [first] = authorsOf(item);
  return first ? cutText(nameOf(first).replaceAll(/\s+/g, ' ').trim(), MOST_NAME) : '';
}

/** Each paper once, for the best of reasons. */
export function bestOffers(offers: readonly Offer[], most: number): Offer[] {
  const best = new Map<string, Offer>();
  for (const offer of offers.toSorted((one, other) => one.far - other.far))
    if (!best.has(offer.paper.key)) best.set(offer.paper.key, offer);
  return [...best.values()].slice(0, most);
}
