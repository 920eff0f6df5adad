/** What a search found as a client gets it: as much of each hit as was asked for, within the budget that was given. */
import {
  cutToTokens,
  fitBudget,
  snippetOf,
  type SearchHit,
  type SearchRequest,
  type SearchResult,
} from '@zapomni/core/search';
import { estimateTokens, type PassageSpan } from '@zapomni/core/model';
import { toNamedCode } from './change.ts';
import { extraMetadata, timestampOf } from './memory.ts';
import { round } from './values.ts';

/** Within documents that were named, each passage is a result; grouped, each document. */
export function passagesOf(grouped: boolean, withinDocuments: boolean): SearchRequest['passages'] {
  if (grouped) return 'grouped';
  return withinDocuments ? 'all' : 'best';
}

export const DETAILS = ['index', 'snippet', 'full'] as const;

interface Showing {
  readonly query: string;
  /** `index`: what it is; `snippet`: the part that matches; `full`: the whole passage. */
  readonly detail: (typeof DETAILS)[number];
  /** In tokens. */
  readonly budget?: number | undefined;
  /** Say which workspace each is from. */
  readonly severalWorkspaces: boolean;
}

interface ShownHit {
  readonly memory_id: string;
  readonly text: string;
  readonly similarity_score: number;
  readonly timestamp: string;
  /** The text is a part of the passage. */
  readonly truncated?: boolean;
  readonly [more: string]: unknown;
}

const INDEX_LENGTH = 80;
const SNIPPET_LENGTH = 600;
const MOST_OTHERS = 5;
const OTHER_LENGTH = 160;
/** A hit with less text than this, in tokens, tells nothing. */
const LEAST_TEXT = 8;

export function toSearch({ hits, mode, abstained, explanation }: SearchResult, showing: Showing) {
  const { results, leftOut } = showHits(hits, showing);
  return {
    status: 'success' as const,
    count: results.length,
    results,
    mode,
    abstained,
    ...(leftOut > 0 ? { left_out: leftOut } : {}),
    ...(explanation ? { explanation: { ...explanation } } : {}),
  };
}

function showHits(hits: readonly SearchHit[], showing: Showing): { results: ShownHit[]; leftOut: number } {
  const shown = hits.map((hit) => show(hit, showing));
  if (showing.budget === undefined) return { results: shown, leftOut: 0 };
  const { items, leftOut } = fitBudget(shown, showing.budget, { costOf, cut });
  return { results: [...items], leftOut };
}

function show(hit: SearchHit, showing: Showing): ShownHit {
  const { memory, passage, score } = hit;
  const span = spanOf(passage.text, showing);
  const isPart = span.end - span.start < passage.text.length;
  return {
    memory_id: memory.id,
    text: passage.text.slice(span.start, span.end),
    similarity_score: round(Math.min(1, Math.max(0, score))),
    timestamp: timestampOf(memory),
    ...(isPart ? { truncated: true } : {}),
    ...(hit.document ? { document: { ...hit.document } } : {}),
    ...(hit.others ? othersOf(hit.others, showing.query) : {}),
    ...(showing.severalWorkspaces ? { workspace_id: memory.workspace } : {}),
    ...(showing.detail === 'index' ? {} : { ...facts(hit, span), ...toNamedCode(hit.code ?? []) }),
    ...warnings(hit),
  };
}

/** How many there are, and the first few of them in short. */
function othersOf(others: NonNullable<SearchHit['others']>, query: string) {
  return {
    other_hits: others.length,
    other_passages: others.slice(0, MOST_OTHERS).map(({ passage, score, citation }) => {
      const { start, end } = snippetOf(passage.text, query, OTHER_LENGTH);
      return {
        text: passage.text.slice(start, end),
        start: passage.start + start,
        end: passage.start + end,
        similarity_score: round(Math.min(1, Math.max(0, score))),
        ...(citation === undefined ? {} : { citation }),
      };
    }),
  };
}

function spanOf(text: string, { query, detail }: Showing): PassageSpan {
  if (detail === 'full') return { start: 0, end: text.length };
  if (detail === 'snippet') return snippetOf(text, query, SNIPPET_LENGTH);
  return snippetOf(text, '', INDEX_LENGTH);
}

function facts({ memory, passage, signals }: SearchHit, span: PassageSpan) {
  const { tags, source, kind, passageCount: count } = memory;
  const [start, end] = [passage.start + span.start, passage.start + span.end];
  return {
    tags: [...tags],
    source,
    metadata: extraMetadata(memory),
    kind,
    matched: [...signals],
    ...(count > 1 ? { passage: { index: passage.ordinal, count, start, end } } : {}),
  };
}

/** What must not be overlooked, however little is shown. */
function warnings({ memory, weak, duplicates, conflicts }: SearchHit) {
  return {
    ...(weak ? { weak } : {}),
    ...(memory.supersededBy === null ? {} : { superseded_by: memory.supersededBy }),
    ...(duplicates ? { duplicates: [...duplicates] } : {}),
    ...(conflicts ? { conflicts: [...conflicts] } : {}),
  };
}

/** A client reads the data or the text; the data is the longer. */
function costOf(hit: ShownHit): number {
  return estimateTokens(JSON.stringify(hit));
}

function cut(hit: ShownHit, room: number): ShownHit | null {
  // What else there is of its document goes before its own words do.
  const { other_passages: _others, ...alone } = hit;
  const bare = { ...alone, text: '', truncated: true };
  for (let left = room - costOf(bare); left >= LEAST_TEXT; left *= 0.9) {
    const shorter = { ...bare, text: cutToTokens(hit.text, left) };
    // What JSON escapes costs more than it seemed to.
    if (costOf(shorter) <= room) return shorter;
  }
  return null;
}
