/**
 * The list on a page: many elements of one kind, each with a link and words of its own around it. By general rules alone; what the words are is
 * no matter.
 */
import { walk, wordsOf, type Element } from './html-tree.ts';
import { isAtEdge, rowSelector, signatureOf } from './selectors.ts';

export interface Listing {
  readonly each: string;
  readonly rows: readonly Element[];
  /** 0–1: how much it is like a list of works. */
  readonly score: number;
  /** Whether the page says of itself that it lists these. */
  readonly isNamed: boolean;
}

const [LEAST_ROWS, MOST_ROWS] = [3, 500];
const [LEAST_TITLE, MOST_TITLE] = [12, 400];
const MOST_ROW_TEXT = 20_000;
const LEAST_NAMED = 0.5;

/** The likeliest; null where nothing is like one. `named`: titles that the page says of itself it lists. */
export function findListing(root: Element, named: ReadonlySet<string>): Listing | null {
  const groups = Map.groupBy(
    [...walk(root)].filter((element) => couldBeRow(element)),
    (element) => rowSelector(element),
  );
  let best: Listing | null = null;
  for (const [each, rows] of groups) {
    if (rows.length < LEAST_ROWS || rows.length > MOST_ROWS) continue;
    const listing = { each, rows, ...judge(rows, named) };
    if (listing.score > 0 && (best === null || isBetter(listing, best))) best = listing;
  }
  return best;
}

/** What a page says of itself counts before what it looks like. */
function isBetter(one: Listing, other: Listing): boolean {
  return one.isNamed === other.isNamed ? one.score > other.score : one.isNamed;
}

function couldBeRow(element: Element): boolean {
  if (/^(?:html|body|head|main|a|span|b|i|em|strong|option|td|th|br|img|p|h[1-6])$/.test(element.tag)) return false;
  return element.text.length <= MOST_ROW_TEXT && element.text.trim().length >= LEAST_TITLE && !isAtEdge(element);
}

function judge(rows: readonly Element[], named: ReadonlySet<string>): Pick<Listing, 'score' | 'isNamed'> {
  const titles = rows.map((row) => titleIn(row));
  const found = titles.filter((title) => title !== null);
  const distinct = new Set(found.map(wordsOf)).size;
  const withTitle = found.length / rows.length;
  const areDistinct = found.length === 0 ? 0 : distinct / found.length;
  const many = Math.min(1, 0.55 + rows.length / 20);
  const isOutermost = rows.some((row) => rows.includes(row.parent as Element)) ? 0.3 : 1;
  // A list of works has more than names of places to go to.
  const beside = mean(rows.map((row, i) => Math.min(1, (row.text.trim().length - (titles[i]?.text.length ?? 0)) / 60)));
  const areLong = mean(found.map((title) => Math.min(1, wordsOf(title).length / 30)));
  const shareNamed = found.filter((title) => named.has(wordsOf(title))).length / rows.length;
  const base = withTitle * areDistinct * many * isOutermost;
  const score = base * Math.min(1, 0.35 + 0.3 * Math.max(0, beside) + 0.35 * areLong + 0.3 * shareNamed);
  return { score, isNamed: shareNamed >= LEAST_NAMED };
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** What it is called: a heading, or else the longest of its links. A row with several headings is several rows. */
export function titleIn(row: Element): Element | null {
  const below = [...walk(row)];
  const headings = below.filter(({ tag }) => /^h[1-6]$/.test(tag)).filter(isTitle);
  if (headings.length > 1) return null;
  const links = below.filter(({ tag, attributes }) => tag === 'a' && attributes['href'] !== undefined).filter(isTitle);
  const [longest = null] = links.toSorted((one, other) => wordsOf(other).length - wordsOf(one).length);
  return headings[0] ?? longest;
}

function isTitle(element: Element): boolean {
  const { length } = wordsOf(element);
  return length >= LEAST_TITLE && length <= MOST_TITLE;
}

/** The share of rows whose first element of this kind passes. */
export function shareOf(rows: readonly Element[], signature: string, passes: (element: Element) => boolean): number {
  const firsts = rows.map((row) => [...walk(row)].find((element) => signatureOf(element) === signature));
  return firsts.filter((element) => element !== undefined && passes(element)).length / rows.length;
}
