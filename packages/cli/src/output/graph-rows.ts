/** Entities and relations as rows of a table and lines of a list. */
import type { RelationView } from '@zapomni/core/graph';
import { ZapomniError } from '@zapomni/core/errors';
import type { Entity } from '@zapomni/core/model';
import { markedText } from '@zapomni/mcp/views';
import { oneLine } from './harmless.ts';
import type { Terminal } from './terminal.ts';

/** RELATIONS, MENTIONS, TYPE, NAME. */
export function entityRow({ relations, mentions, type, name, aliases }: Entity): string[] {
  const others = aliases.length > 0 ? ` (${aliases.map(oneLine).join(', ')})` : '';
  return [relations.toLocaleString('en-US'), mentions.toLocaleString('en-US'), oneLine(type), oneLine(name) + others];
}

/** `Ada —WORKS_FOR→ Acme`, without colours, so that it can be measured. */
export function relationText({ source, type, target }: RelationView): string {
  return `${oneLine(source.name)} —${oneLine(type)}→ ${oneLine(target.name)}`;
}

/** The sentence that a relation is known from, where there is one. */
export function sentenceOf({ evidence }: RelationView): string {
  const piece = evidence.find((one) => one.text !== '');
  if (!piece) return '';
  const mark = piece.said && [piece.said.mark.start, piece.said.mark.end];
  return `“${oneLine(markedText({ text: piece.text, ...(mark ? { mark } : {}) }))}”`;
}

/** Names near the one that nothing has go to stderr; the error that ends the command has none of them. */
export function notFound(suggestions: readonly Entity[], { note }: Terminal): ZapomniError {
  if (suggestions.length > 0) note(`Near it: ${suggestions.map(({ name }) => oneLine(name)).join(', ')}`);
  return new ZapomniError('NOT_FOUND', 'Nothing in the graph has this name.', {
    hint: '`zapomni graph search` finds names; `zapomni graph status` says what waits to be read.',
  });
}
