/** Looks closely at the best candidates, word by word, and puts them in a better order. Fails open: without word codes
 * the order stays. */
import type { Embedding } from '../../../../ports/index.ts';
import { toTerms } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import { createInteraction, type Interaction, type LeastOf } from './late-interaction.ts';
import { idf } from '../../candidates/idf.ts';
import { toUnitRange } from '../../candidates/unit-range.ts';
import type { WordCounts } from '../../query/word-counts.ts';

/** How many are looked at closely. More gained nothing on any kind of text. */
export const CLOSE_LOOKS = 50;
/** How near a word usually is to itself in another text. */
const SAID = 0.6;

export interface CloseLook {
  readonly embedding: Embedding;
  readonly counts: WordCounts;
  readonly workspace: string;
  /** Share of the close look in the new score, 0–1. */
  readonly weight: number;
}

export async function rerank(deps: Deps, ranked: readonly Ranked[], look: CloseLook): Promise<readonly Ranked[]> {
  const best = ranked.slice(0, CLOSE_LOOKS);
  const looked = await lookCloser(deps, best, look);
  if (!looked) return ranked;
  const reordered = reorder(looked, look.weight * look.embedding.fluency);
  const least = reordered.at(-1)?.score ?? 0;
  // Those that were not looked at stay below those that were.
  return [...reordered, ...ranked.slice(best.length).map((one) => ({ ...one, score: Math.min(one.score, least) }))];
}

/** Who is shown without having been among the best is looked at as well: its place stays, and how likely it fits is known. */
export async function lookAtRest(
  deps: Deps,
  chosen: readonly Ranked[],
  look: Omit<CloseLook, 'weight'>,
): Promise<readonly Ranked[]> {
  const unseen = chosen.filter(({ close }) => close === undefined);
  const looked = await lookCloser(deps, unseen, look);
  if (!looked) return chosen;
  const seen = new Map(looked.map((one) => [one.passageId, one]));
  return chosen.map((one) => seen.get(one.passageId) ?? one);
}

type Looked = Ranked & { readonly close: number | null };

/** Null where there is nothing to look at, or nothing to look with. */
async function lookCloser(
  deps: Deps,
  candidates: readonly Ranked[],
  look: Omit<CloseLook, 'weight'>,
): Promise<Looked[] | null> {
  const { words } = look.embedding;
  if (!words || words.texts.length === 0 || candidates.length === 0) return null;
  const terms = words.texts.map((text) => toTerms(text)[0] ?? text);
  const [weights, codes] = await Promise.all([
    weightsOf(terms, look),
    deps.storage.vectors.tokens(
      deps.embedder.model.name,
      candidates.map(({ passageId }) => passageId),
    ),
  ]);
  const interaction = createInteraction(words, weights);
  return interaction && codes.size > 0 ? lookAt(candidates, { terms, codes, interaction }) : null;
}

/** How rare each word is in the workspace. */
async function weightsOf(
  terms: readonly string[],
  { counts, workspace }: Pick<CloseLook, 'counts' | 'workspace'>,
): Promise<number[]> {
  const known = await counts.of(terms, workspace);
  return known.counts.map((count) => idf(count, known.passages));
}

interface Looking {
  /** Of the question's words. */
  readonly terms: readonly string[];
  readonly codes: ReadonlyMap<number, Uint8Array>;
  readonly interaction: Interaction;
}

function lookAt(best: readonly Ranked[], { terms, codes, interaction }: Looking): Looked[] {
  return best.map((candidate) => {
    // Of a text in another language the words say nothing to the model.
    const bits = candidate.crossed === undefined ? codes.get(candidate.passageId) : undefined;
    const parts = bits ? interaction(bits, leastOf(candidate, terms)) : null;
    return parts ? { ...candidate, parts, close: sum(parts) } : { ...candidate, close: null };
  });
}

/** The words of a name that it bears are as near as if its text held them. */
function leastOf({ named }: Ranked, terms: readonly string[]): LeastOf | undefined {
  return named && ((word) => (named.terms.includes(terms[word] ?? '') ? SAID * named.force : -1));
}

function sum(parts: Float32Array): number {
  return parts.reduce((total, part) => total + part, 0);
}

/** A passage that could not be looked at keeps the standing it had. */
function reorder(best: readonly Looked[], weight: number): Ranked[] {
  const standing = toUnitRange(best.map(({ score }) => score));
  const nearness = toUnitRange(best.map(({ close }) => close));
  const scored = best.map((candidate) => {
    const before = standing(candidate.score);
    const after = candidate.close === null ? before : nearness(candidate.close);
    return { ...candidate, score: (1 - weight) * before + weight * after };
  });
  return scored.sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}
