/** Which elements of a row say what: its title and link, when it appeared, by whom, and what it is about. */
import { readDate } from '../../bibliography/build/dates.ts';
import { shareOfNames } from '../../citations/names/name-shape.ts';
import { shareOf, titleIn } from './find-listing.ts';
import { walk, wordsOf, type Element } from './html-tree.ts';
import { signatureOf } from './selectors.ts';

/** A field as a definition has it. */
export interface ProposedField {
  readonly css: string;
  readonly take?: string;
  readonly all?: true;
  readonly match?: string;
  readonly parse?: 'date' | 'doi';
}
export type ProposedFields = Readonly<Record<string, ProposedField>>;

const MOST_LOOKED_AT = 50;
/** Of the rows, in which a field has to be found to be proposed. */
const LEAST_SHARE = 0.5;
const LEAST_ABSTRACT = 80;
const LONGEST_DATE = 60;
const DOI = String.raw`10\.\d{4,9}/[^\s"'<>]+`;

/** Null where rows have no title that a selector could find. */
export function findFields(all: readonly Element[]): ProposedFields | null {
  const rows = all.slice(0, MOST_LOOKED_AT);
  const title = titleSelector(rows);
  if (title === null) return null;
  const taken = new Set([title]);
  const pick = (passes: (element: Element) => boolean): string | null => {
    const found = signatures(rows).filter((one) => !taken.has(one) && !title.startsWith(`${one} `));
    const [best] = found
      .map((signature) => ({ signature, share: shareOf(rows, signature, passes) }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .toSorted((one, other) => other.share - one.share);
    if (best) taken.add(best.signature);
    return best?.signature ?? null;
  };
  const [date, authors, abstract] = [pick(saysDate), pick(saysAuthors), pick(saysAbstract)];
  return {
    title: { css: title },
    ...linkField(rows, title),
    ...(date === null ? {} : { date: dateField(rows, date) }),
    ...(authors === null
      ? {}
      : { authors: { css: authors, ...(isRepeated(rows, authors) ? { all: true as const } : {}) } }),
    ...(abstract === null ? {} : { abstract: { css: abstract } }),
    ...linkedFields(rows),
  };
}

function signatures(rows: readonly Element[]): string[] {
  return [...new Set(rows.flatMap((row) => [...walk(row)].map(signatureOf)))];
}

function titleSelector(rows: readonly Element[]): string | null {
  const titles = rows.map(titleIn);
  const counted = Map.groupBy(
    titles.filter((title) => title !== null),
    signatureOf,
  );
  const [best] = [...counted].toSorted(([, one], [, other]) => other.length - one.length);
  if (!best) return null;
  const [signature] = best;
  const isThere = (element: Element): boolean => titles.includes(element);
  return shareOf(rows, signature, isThere) >= LEAST_SHARE ? signature : null;
}

/** The link of the title: in it, around it, or itself. */
function linkField(rows: readonly Element[], title: string): ProposedFields {
  const [first] = rows.flatMap((row) => [...walk(row)].filter((element) => signatureOf(element) === title).slice(0, 1));
  if (!first) return {};
  if (first.tag === 'a') return { url: { css: title, take: 'href' } };
  const inside = [...walk(first)].find(({ tag }) => tag === 'a');
  if (inside) return { url: { css: `${title} a`, take: 'href' } };
  const any = signatures(rows).find((one) => /^a(?:\.|$)/.test(one) && shareOf(rows, one, hasAddress) >= LEAST_SHARE);
  return any === undefined ? {} : { url: { css: any, take: 'href' } };
}

function hasAddress({ attributes }: Element): boolean {
  return (attributes['href'] ?? '') !== '' && !/^(?:#|javascript:|mailto:)/i.test(attributes['href'] ?? '');
}

function saysDate(element: Element): boolean {
  const said = element.attributes['datetime'] ?? wordsOf(element).replace(/^\p{L}[\p{L} ]{0,30}:\s*/u, '');
  if (said.length > LONGEST_DATE) return false;
  const date = readDate(said);
  return date?.year !== undefined && date.year >= 1500 && date.year <= 2200;
}

function dateField(rows: readonly Element[], css: string): ProposedField {
  const hasAttribute = shareOf(rows, css, ({ attributes }) => attributes['datetime'] !== undefined) >= LEAST_SHARE;
  return { css, ...(hasAttribute ? { take: 'attr:datetime' } : {}), parse: 'date' };
}

function saysAuthors(element: Element): boolean {
  const { attributes } = element;
  const isNamed = /author|creator|byline/i.test(`${attributes['class'] ?? ''} ${attributes['itemprop'] ?? ''}`);
  const words = wordsOf(element);
  return words.length >= 3 && words.length < 2000 && (isNamed || shareOfNames(words) > 0.8);
}

function isRepeated(rows: readonly Element[], signature: string): boolean {
  return rows.some((row) => [...walk(row)].filter((element) => signatureOf(element) === signature).length > 1);
}

function saysAbstract(element: Element): boolean {
  return (
    wordsOf(element).length >= LEAST_ABSTRACT &&
    [...walk(element)].every(({ tag }) => !/^(?:h\d|time|li|div)$/.test(tag))
  );
}

const isDoiLink = ({ tag, attributes }: Element): boolean =>
  tag === 'a' && /10\.\d{4,9}(?:\/|%2F)/i.test(attributes['href'] ?? '');
const isPdfLink = ({ tag, attributes }: Element): boolean =>
  tag === 'a' && /\.pdf(?:$|\?)|\/pdf\//i.test(attributes['href'] ?? '');

function linkedFields(rows: readonly Element[]): ProposedFields {
  const has = (passes: (element: Element) => boolean): boolean =>
    rows.filter((row) => [...walk(row)].some(passes)).length / rows.length >= LEAST_SHARE;
  return {
    ...(has(isDoiLink) ? { doi: { css: 'a[href*="10."]', take: 'href', match: DOI, parse: 'doi' as const } } : {}),
    ...(has(isPdfLink) ? { pdf: { css: 'a[href*=".pdf"], a[href*="/pdf/"]', take: 'href' } } : {}),
  };
}

const NEXT =
  /^(?:next|older|more|weiter|nächste|suivant|siguiente|successiv\w*|próxim\w*|volgende|další|下一页|次へ|›|»|→|>)(?:\s|$|\p{P}|\p{S})/iu;

/** The link to the next page; null where there is none. */
export function findNext(root: Element): string | null {
  const links = [...walk(root)].filter(({ tag, attributes }) => tag === 'a' && attributes['href'] !== undefined);
  if (links.some(({ attributes }) => (attributes['rel'] ?? '').split(/\s+/).includes('next'))) return 'a[rel~="next"]';
  const named = links.find(({ attributes }) => /(?:^|[\s_-])next(?:$|[\s_-])/i.test(attributes['class'] ?? ''));
  const found = named ?? links.find((link) => NEXT.test(wordsOf(link) || (link.attributes['aria-label'] ?? '')));
  if (!found) return null;
  const own = signatureOf(found);
  if (own !== 'a') return own;
  return found.parent && signatureOf(found.parent).includes('.') ? `${signatureOf(found.parent)} > a` : null;
}
