/**
 * Which papers a new one has to be compared with, without looking at all: those with its title or a title that begins like it, and
 * those of its first and last author. All of them are stretches of indexes of the library.
 */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { namesOf, titleKey } from '../../library/keep/keys.ts';

export interface CandidateKeys {
  /** For `by_title_key`: equal. */
  readonly titleKey: string | null;
  /** For `by_title_key`: begins so. Subtitles, endings and what a scan broke come behind it. Null where many would begin alike. */
  readonly titlePrefix: string | null;
  /** For `by_name`: the first and the last author. */
  readonly names: readonly string[];
}

const PREFIX = 16;

/** A paper on its way into the library is asked for them at every step. */
const known = new WeakMap<BibliographicItem, CandidateKeys>();

export function candidateKeys(item: BibliographicItem): CandidateKeys {
  const before = known.get(item);
  if (before) return before;
  const keys = keysOf(item);
  known.set(item, keys);
  return keys;
}

function keysOf(item: BibliographicItem): CandidateKeys {
  const key = titleKey(item.title);
  const names = namesOf(item);
  return {
    titleKey: key,
    titlePrefix: key !== null && key.length >= PREFIX ? key.slice(0, PREFIX).toWellFormed() : null,
    names: [...new Set([names.at(0), names.at(-1)])].filter((name) => name !== undefined),
  };
}
