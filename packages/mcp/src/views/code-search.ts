/** Places in code as a client gets them: where, what stands there, why, and what was left out. */
import type { CodeHit, CodeSearchResult } from '@zapomni/core/code';
import { estimateTokens } from '@zapomni/core/model';
import { fitBudget } from '@zapomni/core/search';
import { round } from './values.ts';

export interface ShownPlace {
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
  readonly repository: string;
  readonly language?: string;
  readonly symbol?: ShownSymbol;
  /** From `text_line` on. */
  readonly text: string;
  readonly text_line: number;
  readonly matched: string[];
  readonly score: number;
  readonly is_test?: boolean;
  readonly others?: { readonly line: number; readonly end_line: number; readonly name?: string }[];
}

interface ShownSymbol {
  readonly symbol_id: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly signature: string;
  readonly doc?: string;
  readonly callers: number;
  readonly callees: number;
}

export function toCodeSearch({ hits, leftOut, embedded, repositories }: CodeSearchResult, budget?: number) {
  const shown = hits.map(toPlace);
  const fitted = budget === undefined ? { items: shown, leftOut: 0 } : fitBudget(shown, budget, { costOf, cut });
  const indexing = repositories.filter(({ value }) => value.state === 'indexing').map(({ value }) => value.name);
  return {
    count: fitted.items.length,
    results: [...fitted.items],
    left_out: leftOut + fitted.leftOut,
    ...(embedded === null ? {} : { embedded: round(embedded) }),
    ...(indexing.length > 0 ? { indexing } : {}),
  };
}

function toPlace({
  repository,
  path,
  language,
  first,
  last,
  symbol,
  excerpt,
  reasons,
  score,
  ...hit
}: CodeHit): ShownPlace {
  return {
    path,
    line: first,
    end_line: last,
    repository: repository.value.name,
    ...(language === null ? {} : { language }),
    ...(symbol ? { symbol: toSymbol(symbol) } : {}),
    text: excerpt.text,
    text_line: excerpt.first,
    matched: [...reasons],
    score: round(score),
    ...(hit.isTest ? { is_test: true } : {}),
    ...(hit.others.length > 0 ? { others: hit.others.map(toOther) } : {}),
  };
}

function toSymbol({ key, value }: NonNullable<CodeHit['symbol']>): ShownSymbol {
  const { qualified: name, kind, line, signature, doc, callers, callees } = value;
  return { symbol_id: key, name, kind, line, signature, ...(doc === null ? {} : { doc }), callers, callees };
}

function toOther({ first, last, symbol }: CodeHit['others'][number]) {
  return { line: first, end_line: last, ...(symbol === null ? {} : { name: symbol }) };
}

function costOf(place: ShownPlace): number {
  return estimateTokens(JSON.stringify(place));
}

const LEAST_LINES = 2;

/** Other places go first, then lines from the end. */
function cut(place: ShownPlace, room: number): ShownPlace | null {
  const { others: _others, ...alone } = place;
  const lines = place.text.split('\n');
  for (let count = lines.length; count >= LEAST_LINES; count--) {
    const shorter = { ...alone, text: lines.slice(0, count).join('\n') };
    if (costOf(shorter) <= room) return shorter;
  }
  return null;
}
