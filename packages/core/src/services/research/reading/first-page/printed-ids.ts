/**
 * Ids that stand on a page, and whether they are of the paper itself: a page may print those of papers that it cites, and a publisher's
 * cover those of others. Only a look-up, or the title, can say more.
 */
import { identifierKey, normalizeIdentifier, type Identifier } from '../../../../model/papers/index.ts';

export interface PrintedId {
  readonly identifier: Identifier;
  /** How likely it is of the paper that the page begins. */
  readonly confidence: number;
}

const DOI = /\b10\.\d{4,9}\/[^\s"'<>\u201C\u201D]+/giu;
const ARXIV = /\barxiv\s?:\s?((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(\s?\[[\w.-]+\])?/giu;
const PMC = /\bPMC\d{5,8}\b/gu;
const PMID = /\bPMID:?\s?(\d{5,8})\b/gu;
const MOST_LENGTH = 40_000;

export function printedIds(text: string): PrintedId[] {
  const page = mended(text.slice(0, MOST_LENGTH));
  const found = new Map<string, PrintedId>();
  const add = (identifier: Identifier | null, confidence: number) => {
    if (!identifier) return;
    const known = found.get(identifierKey(identifier));
    if (!known || known.confidence < confidence) found.set(identifierKey(identifier), { identifier, confidence });
  };
  // The stamp at the margin, with its class and date, is the archive's own.
  for (const match of page.matchAll(ARXIV))
    add(normalizeIdentifier('arxiv', match[1] ?? ''), match[2] === undefined ? 0.5 : 0.97);
  for (const match of page.matchAll(DOI)) add(toDoi(match[0]), standing(page, match.index, match[0].length));
  for (const match of page.matchAll(PMC)) add(normalizeIdentifier('pmcid', match[0]), 0.6);
  for (const match of page.matchAll(PMID)) add(normalizeIdentifier('pmid', match[1] ?? ''), 0.6);
  return ranked([...found.values()]);
}

/** One that a line end broke is put together where the rest cannot be a word. */
function mended(text: string): string {
  return text.replaceAll(/(10\.\d{4,9}\/[^\s]*[./_-])\n\s*(?=[\w.-]*\d)/gu, '$1');
}

function toDoi(text: string): Identifier | null {
  const found = normalizeIdentifier('doi', text);
  return found?.value.startsWith('10.48550/arxiv.') ? normalizeIdentifier('arxiv', found.value) : found;
}

const LISTED = /(?:^|\n)\s*(?:references|bibliography|literature cited|works cited)\s*\n/iu;

/** Nothing before it in its line but words that say what it is. */
const LABEL = /^(?:\P{L}|doi|digital object identifier|https?|dx|www|org|article|paper)*$/iu;
/** From its last sign on, which may be the comma behind it. */
const GOES_ON = /^\S[)\],;]*\s+\p{Ll}{2}/u;

/** In the middle of a sentence, which may have begun in the line before, it is what the sentence speaks of. */
function isSpokenOf(page: string, at: number, length: number): boolean {
  if (!GOES_ON.test(page.slice(at + length - 1, at + length + 10))) return false;
  const start = page.lastIndexOf('\n', at) + 1;
  return (
    !LABEL.test(page.slice(start, at).slice(-200)) || /,[^\S\n]*\n$/u.test(page.slice(Math.max(0, start - 20), start))
  );
}

/** Behind the heading of a list of references it is of a cited paper; early, or with a word that says so, it is of this one. */
function standing(page: string, at: number, length: number): number {
  const heading = LISTED.exec(page);
  if (heading && heading.index < at) return 0.1;
  const line = page.slice(page.lastIndexOf('\n', at) + 1, at);
  if (isSpokenOf(page, at, length)) return 0.4;
  if (/(?:\bdoi\b|https?:\/\/(?:dx\.)?doi\.org\/|\bcit(?:e|ation)\b)[^\p{L}]*$/iu.test(line) && line.length < 140)
    return 0.85;
  return at < 1500 ? 0.7 : 0.5;
}

/** Where a page has several, each is less likely. */
function ranked(ids: readonly PrintedId[]): PrintedId[] {
  const dois = ids.filter(({ identifier }) => identifier.scheme === 'doi').length;
  return ids
    .map((id) =>
      id.identifier.scheme === 'doi' && dois > 1 ? { ...id, confidence: id.confidence / Math.sqrt(dois) } : id,
    )
    .toSorted((one, other) => other.confidence - one.confidence);
}
