/**
 * What the store says already about a sentence to be kept.
 *
 *   says the same, or all of it and more ──▶ it is not kept again
 *   says what it corrects ────────────────▶ it supersedes that
 *   anything else ────────────────────────▶ it is kept beside it
 */
import { inCommon, isOfDocument, saysTheSame, toQueryTerms, toTerms, type Memory } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { Distilled } from '../distil/kinds.ts';

const CANDIDATES = 8;
const ASKED_TERMS = 12;
/** Fewer say too little to be contained in something. */
const FEWEST_TERMS = 4;
const LONGEST_CORRECTED = 600;
/** Of the content of the smaller of the two: so much in common makes them about one thing. */
const SAME_TOPIC = 0.5;
const FIGURE = /\d/;
/** What a sentence denies: up to the next comma, or the end. */
const DENIED =
  /\b(?:not|isn['’]t|don['’]t use|do not use|instead of|rather than|no longer|there is no|no more)\s+(?<what>[^,;:.!?]+)/gi;
/** Kinds that hold until another of theirs says otherwise. */
const STANDING = new Set(['decision', 'preference', 'correction']);

export type Standing = { readonly same: string } | { readonly corrected: string } | null;

type Parts = Pick<Deps, 'storage'>;

export async function whatIsThere(
  { storage }: Parts,
  { workspace, at }: { readonly workspace: string; readonly at: number },
  { text, kind }: Pick<Distilled, 'text' | 'kind'>,
): Promise<Standing> {
  const terms = new Set(toTerms(text));
  const asked = [...terms].toSorted((one, other) => other.length - one.length).slice(0, ASKED_TERMS);
  if (asked.length === 0) return null;
  const hits = await storage.fullText.search({ terms: asked }, CANDIDATES * 2, { workspace });
  const ids = [...new Set(hits.map(({ memoryId }) => memoryId))].slice(0, CANDIDATES);
  const candidates = (ids.length === 0 ? [] : await storage.memories.get(workspace, ids)).filter(
    (memory) => memory.supersededBy === null && !isOfDocument(memory.kind),
  );
  const same = candidates.find((memory) => says(new Set(toTerms(memory.text)), terms));
  if (same) return { same: same.id };
  if (!STANDING.has(kind)) return null;
  const corrected = candidates
    .filter((memory) => isCorrectable(memory, at))
    .find((memory) => contradicts(text, kind, memory));
  return corrected ? { corrected: corrected.id } : null;
}

function says(there: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  if (saysTheSame(there, terms)) return true;
  return terms.size >= FEWEST_TERMS && inCommon(there, terms) === terms.size;
}

/** What somebody pinned, wrote at length, or said after it, is not put aside by a sentence of a conversation. */
function isCorrectable({ passageCount, text, tags, validFrom }: Memory, at: number): boolean {
  if (passageCount > 1 || text.length > LONGEST_CORRECTED || validFrom > at) return false;
  return !tags.some((tag) => tag === 'pinned' || tag === 'important');
}

/** About the same thing, and it denies what that says or has another figure. */
function contradicts(text: string, kind: string, old: Memory): boolean {
  if (kind !== 'correction' && old.kind !== kind) return false;
  const denied = new Set([...text.matchAll(DENIED)].flatMap(({ groups }) => toQueryTerms(groups?.['what'] ?? '')));
  const [fresh, before] = [new Set(toQueryTerms(text)), new Set(toQueryTerms(old.text))];
  if ([...denied].some((term) => before.has(term)) && sharesTopic(without(fresh, denied), without(before, denied), 1))
    return true;
  const [figures, figuresBefore] = [figuresOf(fresh), figuresOf(before)];
  if (figures.size === 0 || figuresBefore.size === 0 || inCommon(figures, figuresBefore) === figuresBefore.size)
    return false;
  return sharesTopic(without(fresh, figures), without(before, figuresBefore), 0);
}

/** One word in common will do where what it denies is there too. */
function sharesTopic(a: ReadonlySet<string>, b: ReadonlySet<string>, byWords: 0 | 1): boolean {
  const common = inCommon(a, b);
  return byWords === 1 ? common > 0 : common > 0 && common >= SAME_TOPIC * Math.min(a.size, b.size);
}

const figuresOf = (terms: ReadonlySet<string>): Set<string> => new Set([...terms].filter((term) => FIGURE.test(term)));

const without = (terms: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...terms].filter((term) => !others.has(term)));
