/** What stands around a definition: `export`, `const`, decorators. */
import { NONE } from '../../tree/flat-tree.ts';
import type { Walk } from '../../tree/walk.ts';

const AROUND = new Set([
  'variable_declarator',
  'public_field_definition',
  'field_definition',
  'lexical_declaration',
  'variable_declaration',
  'export_statement',
  'ambient_declaration',
]);

/** The outermost node that is this definition and nothing else. */
function outermost(walk: Walk, node: number): number {
  let at = node;
  while (AROUND.has(walk.kind(walk.parent(at)))) {
    const above = walk.parent(at);
    // `const a = 1, b = () => 2`: b begins where it is written.
    if (
      walk.kind(above).endsWith('_declaration') &&
      walk.firstChild(above) !== at &&
      walk.kind(at) === 'variable_declarator'
    )
      return at;
    at = above;
  }
  return at;
}

export function outerStart(walk: Walk, node: number): number {
  const start = walk.start(outermost(walk, node));
  const decorators = (walk.notes.get('decorators') ?? []) as readonly number[];
  const [first = NONE] = decorators;
  return first === NONE ? start : Math.min(start, walk.start(first));
}

export function isExported(walk: Walk, node: number): boolean {
  let at = walk.parent(node);
  while (at !== NONE && AROUND.has(walk.kind(at))) {
    if (walk.kind(at) === 'export_statement') return true;
    at = walk.parent(at);
  }
  return false;
}
