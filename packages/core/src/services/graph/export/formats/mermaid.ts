/** A Mermaid flowchart, which many editors and GitHub draw. Meant for small graphs: none draws thousands of nodes. */
import type { Entity, Relation } from '../../../../model/index.ts';
import type { GraphFacts, GraphFormat } from './graph-format.ts';

export function mermaidFormat({ details }: GraphFacts): GraphFormat {
  return {
    begin: () => 'flowchart LR\n',
    entities: (some) => some.map((entity) => `  ${nodeId(entity.id)}["${label(entity, details)}"]\n`).join(''),
    between: () => '',
    relations: (some) => some.map((relation) => `  ${edge(relation)}\n`).join(''),
    end: () => '',
  };
}

function label({ name, type }: Entity, details: boolean): string {
  return details ? `${escapeLabel(name)}<br/><small>${escapeLabel(type)}</small>` : escapeLabel(name);
}

function edge({ source, type, target }: Relation): string {
  return `${nodeId(source)} -->|"${escapeLabel(type)}"| ${nodeId(target)}`;
}

/** Letters and digits stay, everything else becomes its code, so that different ids stay different. */
function nodeId(id: string): string {
  return `e_${id.replace(/[^a-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;
}

/** Mermaid writes characters by their number between # and ; and makes Markdown of what backticks enclose. */
function escapeLabel(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[#&<>"'`\\;{}|[\]()*_~]|\p{Cc}/gu, (character) => `#${character.codePointAt(0)};`);
}
