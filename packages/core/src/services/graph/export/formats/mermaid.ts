/** A Mermaid flowchart, which many editors and GitHub draw. Meant for small graphs: none draws thousands of nodes. */
import type { Entity, Relation } from '../../../../model/index.ts';
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { plainId } from './plain-id.ts';

export function mermaidFormat({ details }: GraphFacts): GraphFormat {
  return {
    begin: () => 'flowchart LR\n',
    entities: (some) => some.map((entity) => `  ${plainId(entity.id)}["${label(entity, details)}"]\n`).join(''),
    between: () => '',
    relations: (some) => some.map((relation) => `  ${edge(relation)}\n`).join(''),
    end: () => '',
  };
}

function label({ name, type }: Entity, details: boolean): string {
  return details ? `${escapeLabel(name)}<br/><small>${escapeLabel(type)}</small>` : escapeLabel(name);
}

function edge({ source, type, target }: Relation): string {
  return `${plainId(source)} -->|"${escapeLabel(type)}"| ${plainId(target)}`;
}

/** Mermaid writes characters by their number between # and ; and makes Markdown of what backticks enclose. */
function escapeLabel(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[#&<>"'`\\;{}|[\]()]|\p{Cc}/gu, (character) => `#${character.codePointAt(0)};`);
}
