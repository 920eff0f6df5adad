/**
 * How much of a question a passage holds, word by word: each counts by how rare it is, and is held when any of its forms is.
 * A question asks for the stems of every likely language beside the word itself; those nobody wrote must not count as words
 * that are missing.
 */
import { toTermsByWord } from '../../../../model/index.ts';
import type { WordFrequencies } from '../../../../ports/index.ts';
import type { AnalysedQuery } from '../../query/analyse-query.ts';
import { idf } from '../../candidates/idf.ts';

interface AskedWord {
  readonly weight: number;
  isHeld(terms: ReadonlySet<string>): boolean;
}

/** 0–1 for the terms of a passage. */
export type Coverage = (terms: ReadonlySet<string>) => number;

/** `frequencies` are those of the query's terms, in their order. */
export function coverageOf(query: AnalysedQuery, frequencies: WordFrequencies): Coverage {
  const words = [...spelt(query, frequencies), ...begun(query, frequencies)];
  const all = sumOf(words);
  return (terms) => (all > 0 ? sumOf(words.filter((word) => word.isHeld(terms))) / all : 0);
}

function sumOf(words: readonly AskedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function spelt(query: AnalysedQuery, { counts, passages }: WordFrequencies): AskedWord[] {
  const countOf = new Map(query.terms.map((term, i) => [term, counts[i] ?? 0]));
  return formsOf(query).map((forms) => {
    const written = forms.filter((form) => (countOf.get(form) ?? 0) > 0);
    const known = written.length > 0 ? written : correctionsOf(forms, query.corrections);
    return {
      weight: idf(Math.max(0, ...known.map((form) => countOf.get(form) ?? 0)), passages),
      // Names say words that no text holds.
      isHeld: (terms) => known.some((form) => terms.has(form)) || forms.some((form) => terms.has(form)),
    };
  });
}

/** How many words begin so is not known; it counts as a rare one. */
function begun({ prefixes }: AnalysedQuery, { passages }: WordFrequencies): AskedWord[] {
  return prefixes.map((prefix) => ({
    weight: idf(1, passages),
    isHeld: (terms) => [...terms].some((term) => term.startsWith(prefix)),
  }));
}

/** By word, those of the query's terms that are its forms; each belongs to the first word that has it. */
function formsOf({ text, terms }: AnalysedQuery): string[][] {
  const asked = new Set(terms);
  return toTermsByWord(text)
    .map((forms) => forms.filter((form) => asked.delete(form)))
    .filter((forms) => forms.length > 0);
}

/** Spellings are corrected behind their first letter. */
function correctionsOf(forms: readonly string[], corrections: readonly string[]): string[] {
  return corrections.filter((correction) => forms.some((form) => form.startsWith(correction.slice(0, 1))));
}
