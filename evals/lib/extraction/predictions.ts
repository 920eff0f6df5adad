/** What an extraction says, in the words of the gold. */
import type { Extraction, FoundEntity } from '@zapomni/core/ports';
import { COUNTRIES } from './before/lexicon/countries.ts';
import { PLACES } from './before/lexicon/places.ts';
import type { ToLabels } from './labels.ts';
import type { PredictedRelation } from './scorer.ts';

/** The kinds of names that are marked in such sets. Dates, addresses, versions and the like are not, nor nationalities. */
const NAMES = new Set(['person', 'organization', 'place', 'product', 'technology', 'event', 'work', 'concept']);

export function namesOf({ entities }: Extraction): { text: string }[] {
  return entities.filter(({ type }) => NAMES.has(type)).map(({ name }) => ({ text: name }));
}

/** Relations that the gold has a label for, each with all the labels it has. */
export function labelled({ entities, relations }: Extraction, toLabels: ToLabels): PredictedRelation[] {
  return distinct(
    relations.flatMap(({ source, type, target }) => {
      const [from, to] = [entities[source] as FoundEntity, entities[target] as FoundEntity];
      return toLabels(type, sourceKind(from), kindOf(to)).map(({ label, reversed }) =>
        reversed ? { h: to.name, t: from.name, r: label } : { h: from.name, t: to.name, r: label },
      );
    }),
  );
}

/** The same without their labels, and the rest: who is related to whom, however. */
export function unlabelled(extraction: Extraction, toLabels: ToLabels): PredictedRelation[] {
  const { entities, relations } = extraction;
  const rest = relations.flatMap(({ source, type, target }) => {
    const [from, to] = [entities[source] as FoundEntity, entities[target] as FoundEntity];
    return toLabels(type, sourceKind(from), kindOf(to)).length === 0 ? [{ h: from.name, t: to.name }] : [];
  });
  return [...labelled(extraction, toLabels).map(({ h, t }) => ({ h, t })), ...distinct(rest)];
}

/** Of what lies in something it matters that it is a state, of what something lies in that it is a country or more. */
function sourceKind(entity: FoundEntity): string {
  const kind = kindOf(entity);
  return kind === 'country' || kind === 'region' ? 'place' : placeKind(entity) === 'state' ? 'state' : kind;
}

function kindOf(entity: FoundEntity): string {
  const { type, name } = entity;
  if (type === 'nationality' || (type === 'place' && COUNTRIES.has(name.toLowerCase()))) return 'country';
  return placeKind(entity) === 'region' ? 'region' : type;
}

function placeKind({ type, name }: FoundEntity): string | undefined {
  return type === 'place' ? PLACES.get(name.toLowerCase())?.kind : undefined;
}

function distinct(relations: readonly PredictedRelation[]): PredictedRelation[] {
  const key = ({ h, t, r }: PredictedRelation) => `${h.toLowerCase()}\t${t.toLowerCase()}\t${r ?? ''}`;
  return [...new Map(relations.map((relation) => [key(relation), relation])).values()];
}
