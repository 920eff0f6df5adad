/** Arguments and results of the tools of papers. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { shorten } from '../lines/memory-lines.ts';

export const articleIdentifier = z.string().describe('Id, citekey, DOI, arXiv, PMID, PMCID, ISBN, URL or exact title.');

/** The name of a saved set, to which a tool is narrowed. */
export const paperSet = z.string().optional().describe('A set of create_custom_index.');

/** What every list of papers shows of one. */
export const articleOutput = z.object({
  id: z.string(),
  citekey: z.string().optional(),
  title: z.string(),
  identifier: unlisted(z.string().optional()),
  authors: unlisted(z.array(z.string())),
  authors_total: unlisted(z.number().int().optional()),
  year: unlisted(z.number().int().optional()),
  type: unlisted(z.string()),
  venue: unlisted(z.string().optional()),
  doi: unlisted(z.string().optional()),
  arxiv: unlisted(z.string().optional()),
  tags: unlisted(z.array(z.string()).optional()),
  citations: unlisted(z.number().int().optional()),
  retracted: unlisted(z.boolean().optional()),
  notice: unlisted(z.string().optional()),
  has_text: unlisted(z.boolean()),
});

/** Of a list that shows some of more; what was not counted to its end is at least so many. */
export const totalOutput = { total: z.number().int(), total_is_lower_bound: unlisted(z.boolean().optional()) };

/** Where the number of citations is the greater of what a service told and what the library counts itself. */
export const citationsFrom = unlisted(z.enum(['service', 'library']).optional());

/** `12 of at least 200 papers`. */
export function ofTotal(count: number, { total, total_is_lower_bound: isLeast }: ShownTotal, what: string): string {
  return `${count} of ${isLeast ? 'at least ' : ''}${total} ${what}`;
}

interface ShownTotal {
  readonly total: number;
  readonly total_is_lower_bound?: boolean | undefined;
}

export function nextLine(cursor: string | undefined): string[] {
  return cursor === undefined ? [] : [`More: cursor ${cursor}`];
}

type ShownArticle = z.output<typeof articleOutput>;

const MOST_NAMED = 3;
const MOST_TITLE = 300;

/** `citekey · Doe, Roe et al. (2020) Title. Venue` and the id. */
export function articleLine(article: ShownArticle): string {
  const { authors, authors_total: total = authors.length, year, title, identifier, venue, citekey, id } = article;
  const called = title === '' && identifier !== undefined ? `${identifier}, no title yet` : shorten(title, MOST_TITLE);
  const names = authors.slice(0, MOST_NAMED).join(', ') + (total > MOST_NAMED ? ' et al.' : '');
  const head = [citekey, names].filter((part) => part !== undefined && part !== '').join(' · ');
  const marks = [markOf(article), article.tags ? `#${article.tags.join(' #')}` : ''].filter((mark) => mark !== '');
  return [
    `${head}${year === undefined ? '' : ` (${year})`} ${called}.${venue === undefined ? '' : ` ${venue}.`}`.trim(),
    ...marks,
    id,
  ].join(' · ');
}

/** A correction is no warning: get_article_details tells of it. */
function markOf({ retracted, notice }: ShownArticle): string {
  if (retracted) return 'RETRACTED';
  return notice === 'concern' ? 'EXPRESSION OF CONCERN' : '';
}

/** `p. 3 highlight: what is marked — what is written beside it (Ann)`. */
export function annotationLine({ page, kind, text, comment, author }: Readonly<Record<string, unknown>>): string {
  const said = [text, comment].filter((part) => typeof part === 'string').join(' — ');
  return `p. ${String(page)} ${String(kind)}: ${said}${typeof author === 'string' ? ` (${author})` : ''}`;
}

/** A saved set of papers; without a topic its members are fixed. */
export const setOutput = z.object({
  index_name: z.string(),
  documents: z.number().int(),
  topic_filter: z.string().optional(),
  description: z.string().optional(),
  created: unlisted(z.string()),
});
