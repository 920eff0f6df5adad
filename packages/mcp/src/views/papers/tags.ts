/** Tags of papers as clients and `--json` show them. */
import type { ProposedRetag, Retagged, SuggestedPage, Vocabulary } from '@zapomni/core/research';
import { toArticle } from './paper.ts';
import { round } from '../values.ts';

export function toVocabulary({ tags, papers, untagged, groups }: Vocabulary) {
  return {
    papers,
    untagged,
    tags: tags.map((tag) => ({ ...tag })),
    near_duplicates: groups.map(({ keep, merge, why }) => ({ keep, merge: [...merge], why })),
  };
}

export function toTagSuggestions({ items, total, next }: SuggestedPage) {
  return {
    total,
    count: items.length,
    suggestions: items.map(({ paper, tags }) => ({
      article: toArticle(paper),
      tags: tags.map(({ tag, score, why, isKnown }) => ({ tag, score: round(score), why, in_vocabulary: isKnown })),
    })),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

export function toProposedRetag({ planId, papers, renames, additions }: ProposedRetag) {
  return {
    status: planId === null ? ('nothing_to_do' as const) : ('proposed' as const),
    ...(planId === null ? {} : { plan_id: planId }),
    papers,
    renames: renames.map((one) => ({ ...one })),
    additions: additions.map(({ paper, tags }) => ({ id: paper, tags: [...tags] })),
  };
}

export function toRetagged({ state, planId, papers }: Retagged) {
  return { status: state, plan_id: planId, papers };
}
