/** Tags of papers as clients and `--json` show them. */
import type { ProposedRetag, Retagged, SuggestedPage, Vocabulary } from '@zapomni/core/research';
import { toArticle } from './paper.ts';
import { round } from '../values.ts';

/** Of each list so many; how many there are in all is told. */
export function toVocabulary({ tags, papers, untagged, groups }: Vocabulary, most = Number.MAX_SAFE_INTEGER) {
  return {
    papers,
    untagged,
    total: tags.length,
    tags: tags.slice(0, most).map((tag) => ({ ...tag })),
    near_duplicates: groups.slice(0, most).map(({ keep, merge, why }) => ({ keep, merge: [...merge], why })),
    ...(groups.length > most ? { near_duplicates_total: groups.length } : {}),
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

/** A plan for thousands of papers is carried out by its id; whoever decides sees how often each tag is added, and examples. */
const MOST_SHOWN = 50;

export function toProposedRetag({ planId, papers, renames, additions }: ProposedRetag) {
  const added = new Map<string, number>();
  for (const { tags } of additions) for (const tag of tags) added.set(tag, (added.get(tag) ?? 0) + 1);
  return {
    status: planId === null ? ('nothing_to_do' as const) : ('proposed' as const),
    ...(planId === null ? {} : { plan_id: planId }),
    papers,
    renames: renames.map((one) => ({ ...one })),
    additions: additions.slice(0, MOST_SHOWN).map(({ paper, tags }) => ({ id: paper, tags: [...tags] })),
    additions_total: additions.length,
    added_tags: [...added]
      .map(([tag, count]) => ({ tag, papers: count }))
      .toSorted((one, other) => other.papers - one.papers || (one.tag < other.tag ? -1 : 1))
      .slice(0, MOST_SHOWN),
  };
}

export function toRetagged({ state, planId, papers }: Retagged) {
  return { status: state, plan_id: planId, papers };
}
