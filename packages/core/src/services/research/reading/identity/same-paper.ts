/**
 * Whether two records are of one work. What names it decides; everything else is held together:
 *
 *   an id of both ──────────────────────── same
 *   one scheme, two values ─────────────── no, unless one of them is the preprint of the other
 *   titles ── equal, nearly, one in the other ─┐
 *   authors ─ all, some, none, not said        ├─ same, maybe or no
 *   years and venues ─ agree, differ, not said ┘
 *
 * A conference paper and the article that the same people made of it under the same title are two works; a preprint and what it became
 * are one, which is `maybe` where only the years tell them apart.
 */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import { judgeNames, judgeTimes, judgeTitles, type SamenessReason } from './evidence.ts';
import { paperSignature, type PaperSignature } from './signature.ts';

export interface Sameness {
  readonly verdict: 'same' | 'maybe' | 'no';
  /** Of the verdict. */
  readonly confidence: number;
  readonly reasons: readonly SamenessReason[];
}

export function samePaper(a: BibliographicItem, b: BibliographicItem): Sameness {
  return compareSignatures(paperSignature(a), paperSignature(b));
}

export function compareSignatures(a: PaperSignature, b: PaperSignature): Sameness {
  const ids = compareIdentifiers(a.identifiers, b.identifiers);
  if (ids === 'same') return { verdict: 'same', confidence: 1, reasons: ['same_identifier'] };
  const judged = judge(a, b);
  if (ids === null) return judged;
  if (ids === 'other') return { verdict: 'no', confidence: 0.99, reasons: ['other_identifier', ...judged.reasons] };
  return { ...judged, reasons: ['preprint_and_published', ...judged.reasons] };
}

const PREPRINT_DOI =
  /^10\.(?:48550|1101|64898|2139|20944|21203|26434|31234|31219|31235|36227|22541|5194\/[a-z]+-\d{4}-\d+$)/u;

/** Null where they have no scheme in common. An ISSN is of the journal, and a URL may lead to any copy. */
function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): 'same' | 'other' | 'preprint' | null {
  let found: 'other' | 'preprint' | null = null;
  for (const one of a) {
    if (one.scheme === 'issn') continue;
    for (const other of b) {
      if (one.scheme !== other.scheme) continue;
      if (one.value === other.value) return 'same';
      if (one.scheme === 'doi' && PREPRINT_DOI.test(one.value) !== PREPRINT_DOI.test(other.value)) found ??= 'preprint';
      else if (DECISIVE.has(one.scheme)) found = 'other';
    }
  }
  return found;
}

/** A service may know one work by two of its own numbers, and a book has an ISBN for each binding. */
const DECISIVE = new Set(['doi', 'arxiv', 'pmid', 'pmcid']);

/** Points for what speaks for one work, fitted to labelled pairs and rounded; `SAME` and more is one. */
const SAME = 0.2;
const MAYBE = -1.5;
const START = -4;

function judge(a: PaperSignature, b: PaperSignature): Sameness {
  const title = judgeTitles(a.title, b.title);
  if (title.points <= 0) return { verdict: 'no', confidence: 0.99, reasons: title.reasons };
  const parts = [title, judgeNames(a, b), judgeTimes(a, b)];
  const points = parts.reduce((sum, part) => sum + part.points, START);
  const reasons = parts.flatMap((part) => part.reasons);
  const verdict = points >= SAME ? 'same' : points >= MAYBE ? 'maybe' : 'no';
  return { verdict, confidence: confidenceOf(verdict, points), reasons };
}

/** How sure the verdict is: of one that is `maybe`, how likely it is one work. */
function confidenceOf(verdict: Sameness['verdict'], points: number): number {
  const likely = 1 / (1 + Math.exp(-points));
  return Math.round((verdict === 'no' ? 1 - likely : likely) * 1000) / 1000;
}
