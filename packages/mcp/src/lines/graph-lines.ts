/** Entities and relations in the texts of tools: one line each, with the ids and memories that a next call needs. */
import { MENTIONED_WITH } from '@zapomni/core/graph';
import { shorten } from './memory-lines.ts';
import { markedText, type ShownEntity, type ShownRelation } from '../views/index.ts';

type Named = Pick<ShownEntity, 'entity_id' | 'name' | 'type'>;

/** `Ada (person, id person:ada)`. */
export function nameLine({ name, type, entity_id }: Named): string {
  return `${shorten(name, 100)} (${type}, id ${shorten(entity_id, 150)})`;
}

/** `Ada —WORKS_FOR→ Acme`. */
export function stepText({ source, type, target }: Pick<ShownRelation, 'source' | 'type' | 'target'>): string {
  return `${shorten(source, 100)} —${type}→ ${shorten(target, 100)}`;
}

/** `Ada —WORKS_FOR→ Acme (0.90 since 2024-03-01): “…” [memory 0199…]`. */
export function relationLine(relation: ShownRelation): string {
  const { strength, valid_from, valid_to, evidence } = relation;
  const since = `since ${valid_from.slice(0, 10)}${valid_to ? ` until ${valid_to.slice(0, 10)}` : ''}`;
  const said = firstSaid(evidence);
  const words = said ? `: ${evidenceText(said)}` : '';
  const weight = relation.type === MENTIONED_WITH ? sentences(relation) : `${strength.toFixed(2)} ${since}`;
  return `${stepText(relation)} (${weight})${words}`;
}

function sentences({ evidence_count: count }: ShownRelation): string {
  return count === 1 ? '1 sentence' : `${count} sentences`;
}

/** What else says so, beside what the relation's own line shows: one for each piece. */
export function moreEvidence({ evidence }: ShownRelation): string[] {
  const shown = firstSaid(evidence);
  return evidence.flatMap((one) => (one === shown ? [] : [`also ${evidenceText(one)}`]));
}

type ShownEvidence = ShownRelation['evidence'][number];

function firstSaid(evidence: readonly ShownEvidence[]): ShownEvidence | undefined {
  return evidence.find(({ text }) => text !== '') ?? evidence[0];
}

function evidenceText(evidence: ShownEvidence): string {
  const words = evidence.text ? `“${markedText(evidence)}”` : 'asserted';
  return words + (evidence.memory_id ? ` [memory ${evidence.memory_id}]` : '');
}

/** What to do about a name that nothing has. */
export function notFoundText(name: string, suggestions: readonly ShownEntity[]): string {
  const near = suggestions.map((entity) => `- ${nameLine(entity)}`);
  return [
    `Nothing in the graph is called ${JSON.stringify(shorten(name, 100))}.`,
    ...(near.length > 0 ? ['Did you mean:', ...near] : ['search_entities finds names; graph_status says what waits.']),
  ].join('\n');
}

export function alternativesText(alternatives: readonly ShownEntity[]): string[] {
  if (alternatives.length === 0) return [];
  return [`Others of this name (give entity_type or the id): ${alternatives.map(nameLine).join('; ')}`];
}
