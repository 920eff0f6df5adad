/** Whether a document says something in these words, and where. */
import { invalidField } from '../../errors/index.ts';
import { DOCUMENT_KIND, PAPER_KIND, toTerms } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { yieldToEventLoop } from '../within.ts';
import { documentsOf, findDocument, withText, type OpenDocument } from './find-document.ts';
import { cite, locate, type Locator } from './locate.ts';
import { ALIKE, findExact, findFuzzy, findNormalized, type QuoteMatch } from './quote-match.ts';

export interface QuoteRequest {
  readonly workspace: string;
  readonly quote: string;
  /** Only in this one; in those that have its words when left out. */
  readonly document?: string | undefined;
}

export interface QuotePlace extends QuoteMatch {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly locator: Locator;
  readonly citation: string;
}

export interface QuoteFindings {
  readonly found: readonly QuotePlace[];
  /** What comes nearest when nothing was found; it says something else. */
  readonly nearest: QuotePlace | null;
  /** How many documents were looked through. */
  readonly documents: number;
}

const MOST_QUOTE = 2000;
const MOST_DOCUMENTS = 12;
const MOST_PASSAGES = 60;
const MOST_FOUND = 20;

export async function findQuote(deps: Deps, request: QuoteRequest): Promise<QuoteFindings> {
  const quote = request.quote.trim();
  if (quote === '') throw invalidField('quote', 'is empty');
  if (quote.length > MOST_QUOTE)
    throw invalidField('quote', `has more than ${MOST_QUOTE} characters`, 'Look for a sentence of it.');
  const open = await toLookThrough(deps, request, quote);
  for (const find of [findExact, findNormalized]) {
    const found: QuotePlace[] = [];
    for (const one of open) {
      found.push(...find(one.text, quote).map((match) => toPlace(one, match)));
      await yieldToEventLoop();
    }
    if (found.length > 0) return { found: found.slice(0, MOST_FOUND), nearest: null, documents: open.length };
  }
  const near = await nearest(open, quote);
  const isFound = near !== null && near.similarity >= ALIKE;
  return { found: isFound ? [near] : [], nearest: isFound ? null : near, documents: open.length };
}

async function nearest(open: readonly OpenDocument[], quote: string): Promise<QuotePlace | null> {
  let best: QuotePlace | null = null;
  for (const one of open) {
    const match = findFuzzy(one.text, quote);
    if (match && match.similarity > (best?.similarity ?? 0)) best = toPlace(one, match);
    await yieldToEventLoop();
  }
  return best;
}

function toPlace({ document, structure, text }: OpenDocument, match: QuoteMatch): QuotePlace {
  const locator = locate(structure, match.start, text);
  return {
    ...match,
    id: document.key,
    name: document.value.name,
    text: text.slice(match.start, match.end),
    locator,
    citation: cite(document.value, locator),
  };
}

/** Words lead to the documents that may say it; a quote without any is looked for in none but the one that was named. */
async function toLookThrough(deps: Deps, request: QuoteRequest, quote: string): Promise<OpenDocument[]> {
  const { workspace, document } = request;
  if (document !== undefined) return [await withText(deps, workspace, await findDocument(deps, workspace, document))];
  const terms = [...new Set(toTerms(quote))];
  const scope = { workspace, filter: { kinds: [DOCUMENT_KIND, PAPER_KIND] } };
  const hits = terms.length === 0 ? [] : await deps.storage.fullText.search({ terms }, MOST_PASSAGES, scope);
  const memories = [...new Set(hits.map(({ memoryId }) => memoryId))].slice(0, MOST_DOCUMENTS);
  const found = await documentsOf(deps, workspace, memories);
  return Promise.all(found.map((one) => withText(deps, workspace, one)));
}
