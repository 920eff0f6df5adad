/** What an extraction says, in the words of the gold. */
import type { Extraction, FoundEntity } from '@zapomni/core/ports';
import { COUNTRIES } from './before/lexicon/countries.ts';
import { PLACES } from './before/lexicon/places.ts';
import type { ToLabels } from './labels.ts';
import type { RelationRow } from './gold.ts';
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

/** How sure each relation was said to be that the gold could have a label for, and whether it has one of those for the pair: each pair once. */
export function judged(
  { entities, relations }: Extraction,
  row: RelationRow,
  toLabels: ToLabels,
): { confidence: number; isRight: boolean }[] {
  const marked = new Set(
    row.relations.flatMap(({ h, t, label }) =>
      namesAt(row, h).flatMap((one) => namesAt(row, t).map((other) => `${one}\t${other}\t${label}`)),
    ),
  );
  const best = new Map<string, { confidence: number; isRight: boolean }>();
  for (const { source, type, target, confidence } of relations) {
    const [from, to] = [entities[source] as FoundEntity, entities[target] as FoundEntity];
    const labels = toLabels(type, sourceKind(from), kindOf(to));
    const [one, other] = [plain(from.name), plain(to.name)];
    const key = `${one}\t${type}\t${other}`;
    if (labels.length === 0 || (best.get(key)?.confidence ?? 0) >= confidence) continue;
    const isRight = labels.some(({ label, reversed }) =>
      marked.has(reversed ? `${other}\t${one}\t${label}` : `${one}\t${other}\t${label}`),
    );
    best.set(key, { confidence, isRight });
  }
  return [...best.values()];
}

/** As the scorer compares names. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function namesAt({ entities }: RelationRow, place: number): string[] {
  return (entities[place]?.names ?? []).map(plain);
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
