/**
 * What sources say of one paper, on its way into the library. They were all asked for the same one, so what any of them calls it is its name: a
 * number that the service has replaced, or that of a book, leads to no record of its own.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { RelatedVersion } from '../../../../ports/index.ts';
import { appeared } from '../../lookup/one-record.ts';
import type { Arrival, ToldFacts } from '../keep/arrival.ts';
import type { LookedUp } from './steps.ts';

/** `by`: what it was asked for. None where nobody knows it. */
export function toArrivals({ papers, others = [] }: LookedUp, by: Identifier): Arrival[] {
  const all = papers.map(({ source, paper: { item, ...facts } }): Arrival => ({ item, source, facts }));
  const [first, ...rest] = [...all.filter(({ item }) => item.title), ...all.filter(({ item }) => !item.title)];
  if (!first) return [];
  const ids = new Map([by, ...all.flatMap(({ item }) => item.identifiers)].map((id) => [identifierKey(id), id]));
  return [{ ...first, item: { ...first.item, identifiers: [...ids.values()] }, around: others.map(toAround) }, ...rest];
}

/** What versions have in common; that it appeared. */
function toAround({ source, paper }: LookedUp['papers'][number]): ToldFacts {
  const { topics, tldr, citedBy, retraction } = paper;
  const versions: readonly RelatedVersion[] = appeared(paper);
  const facts = { topics, tldr, citedBy, retraction, versions };
  return { source, facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) };
}
