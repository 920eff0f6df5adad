/** Reads a query: its operators and words, with spellings the store knows in place of words it does not. */
import { ZapomniError, invalidField } from '../../../errors/index.ts';
import { parseQuery, toPhrase, type ParsedQuery, type StageSwitch } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { WordCounts } from './word-counts.ts';

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

export function isQuestion(query: string): boolean {
  return QUESTION.test(query);
}

/** In a question, quotation marks name a title; what answers it need not repeat that. Elsewhere they demand the words. */
function phrasesAsMeant(parsed: ParsedQuery, query: string): ParsedQuery {
  return isQuestion(query) ? { ...parsed, phrases: [] } : parsed;
}

/** Where a query is to be answered, and what has been asked of those places already. */
export interface Place {
  readonly workspaces: readonly string[];
  readonly isOn: StageSwitch;
  readonly counts: WordCounts;
}

export async function analyseQuery(deps: Deps, parsed: ParsedQuery, place: Place): Promise<AnalysedQuery> {
  const unknown = place.isOn('spelling') ? await unknownTerms(parsed, place) : [];
  const found = await Promise.all(
    unknown.flatMap((term) => place.workspaces.map((workspace) => similarTo(deps, term, workspace, place.counts))),
  );
  const corrections = [...new Set(found.flat())];
  return { ...parsed, terms: [...parsed.terms, ...corrections], corrections };
}

/** Asks for all that later stages want to know of the same words. */
async function unknownTerms({ text, terms }: ParsedQuery, { workspaces, counts }: Place): Promise<string[]> {
  // A mark stands before stems of other languages than the text's own: most of them nobody ever wrote.
  const long = terms.filter((term) => term.length >= LEAST_CORRECTED && !term.startsWith('_'));
  if (long.length === 0) return [];
  const asked = [...long, ...terms, ...toPhrase(text)];
  const known = await Promise.all(workspaces.map((workspace) => counts.of(asked, workspace)));
  return long.filter((_, i) => known.every((one) => one.counts[i] === 0)).slice(0, MOST_CORRECTED);
}

async function similarTo(deps: Deps, term: string, workspace: string, counts: WordCounts): Promise<string[]> {
  const similar = await deps.storage.fullText.similar(term, workspace, CORRECTIONS_PER_TERM);
  counts.learn(workspace, similar);
  return similar.map((one) => one.term);
}
