/** A hit as the stages behind loading get it, from its text; for tests. */
import { toTerms, type MemorySummary } from '../../../model/index.ts';
import type { LoadedHit } from '../candidates/load-hits.ts';

let made = 0;

export function loadedHit(text: string, rest: Partial<LoadedHit> & { readonly id?: string } = {}): LoadedHit {
  const { id = `m${++made}`, ...given } = rest;
  const memory = { id, hash: text, workspace: 'default' } as MemorySummary;
  const passage = { id: made, memoryId: id, ordinal: 0, start: 0, end: text.length, text };
  const ranked = {
    passageId: made,
    memoryId: id,
    workspace: 'default',
    words: 1,
    meaning: 0.5,
    score: 0.5,
    signals: [],
  };
  return {
    ranked,
    memory,
    passage,
    terms: new Set(toTerms(text)),
    confidence: 0.5,
    parts: undefined,
    opening: text,
    at: 0,
    dated: false,
    whole: true,
    inTime: false,
    stored: made,
    ...given,
  };
}
