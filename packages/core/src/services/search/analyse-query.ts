/** Reads a query: its operators and words, with spellings the store knows in place of words it does not. */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { parseQuery, type ParsedQuery } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { StageSwitch } from '../../model/index.ts';

export interface AnalysedQuery extends ParsedQuery {
  /** Terms that were added for words nobody wrote. */
  readonly corrections: readonly string[];
}

const MAX_QUERY_LENGTH = 1000;
/** Shorter words have too many neighbours. */
const LEAST_CORRECTED = 4;
const CORRECTIONS_PER_TERM = 2;
const MOST_CORRECTED = 8;

/** The query without white space at its ends; INVALID_INPUT or TOO_LARGE where there is nothing or too much to read. */
export function checkQuery(query: string): string {
  const trimmed = query.trim();
  if (trimmed === '') throw invalidField('query', 'query cannot be empty or whitespace-only');
  if (trimmed.length > MAX_QUERY_LENGTH && [...trimmed].length > MAX_QUERY_LENGTH) {
    const error = `exceeds max length of ${MAX_QUERY_LENGTH} characters`;
    throw new ZapomniError('TOO_LARGE', `query ${error}.`, {
      hint: 'Ask more briefly.',
      issues: [{ field: 'query', error }],
    });
  }
  return trimmed.toWellFormed();
}

export function readQuery(query: string): ParsedQuery {
  const checked = checkQuery(query);
  const parsed = phrasesAsMeant(parseQuery(checked), checked);
  if (parsed.text.trim() === '' && parsed.prefixes.length === 0) {
    throw invalidField('query', 'query only says what to leave out', 'Add a word of what to look for.');
  }
  return parsed;
}

const QUESTION =
  /[?？]\s*$|^\s*(?:who|whose|whom|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|in what|in which)\b/i;

/** In a question, quotation marks name a title; what answers it need not repeat that. Elsewhere they demand the words. */
function phrasesAsMeant(parsed: ParsedQuery, query: string): ParsedQuery {
  return QUESTION.test(query) ? { ...parsed, phrases: [] } : parsed;
}

export async function analyseQuery(
  deps: Deps,
  parsed: ParsedQuery,
  place: { readonly workspaces: readonly string[]; readonly isOn: StageSwitch },
): Promise<AnalysedQuery> {
  const unknown = place.isOn('spelling') ? await unknownTerms(deps, parsed.terms, place.workspaces) : [];
  const found = await Promise.all(
    unknown.flatMap((term) =>
      place.workspaces.map((workspace) => deps.storage.texts.similar(term, workspace, CORRECTIONS_PER_TERM)),
    ),
  );
  const corrections = [...new Set(found.flat().map(({ term }) => term))];
  return { ...parsed, terms: [...parsed.terms, ...corrections], corrections };
}

async function unknownTerms(deps: Deps, terms: readonly string[], workspaces: readonly string[]): Promise<string[]> {
  // A mark stands before stems of other languages than the text's own: most of them nobody ever wrote.
  const long = terms.filter((term) => term.length >= LEAST_CORRECTED && !term.startsWith('_'));
  if (long.length === 0) return [];
  const known = await Promise.all(workspaces.map((workspace) => deps.storage.texts.frequencies(long, workspace)));
  return long.filter((_, i) => known.every(({ counts }) => counts[i] === 0)).slice(0, MOST_CORRECTED);
}
