/** What a question by words asks for, and what of it has to be read for in the passages. */
import { toPhrase } from '@zapomni/core/model';
import type { WordQuery } from '@zapomni/core/ports';
import { toStorable } from '../../../shared/passage-words.ts';

export interface Wanted {
  readonly terms: readonly string[];
  readonly prefixes: readonly string[];
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** What has to be read for in the passages. */
  readonly phrases: PhraseCheck | undefined;
}

type Phrase = readonly string[];

export interface PhraseCheck {
  readonly required: readonly Phrase[];
  readonly excluded: readonly Phrase[];
}

/** A phrase's terms count like the others; one of a single term needs no reading. */
export function toWanted(query: WordQuery): Wanted {
  const required = (query.phrases ?? []).filter((phrase) => phrase.length > 0);
  const excluded = (query.excluded ?? []).filter((phrase) => phrase.length > 0);
  const isLong = (phrase: Phrase): boolean => phrase.length > 1;
  const check = { required: required.filter(isLong), excluded: excluded.filter(isLong) };
  return {
    terms: [...query.terms, ...required.flat()].map(toStorable),
    prefixes: (query.prefixes ?? []).filter((prefix) => prefix !== '').map(toStorable),
    required: required.flat().map(toStorable),
    excluded: excluded.filter((phrase) => !isLong(phrase)).map(([term]) => toStorable(term as string)),
    phrases: check.required.length + check.excluded.length > 0 ? check : undefined,
  };
}

export function holdsPhrases(text: string, { required, excluded }: PhraseCheck): boolean {
  const terms = toPhrase(text);
  const holds = (phrase: Phrase): boolean => includesRun(terms, phrase);
  return required.every(holds) && !excluded.some(holds);
}

function includesRun(terms: readonly string[], run: Phrase): boolean {
  return terms.some((_, at) => run.every((term, i) => terms[at + i] === term));
}
