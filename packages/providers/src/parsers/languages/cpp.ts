/** C++: C with classes, namespaces and templates. */
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { cFamily, functionName, functionPart } from './shared/c-family.ts';

/** `C` of `int n::C<int>::m()`. */
function qualified(walk: Walk, node: number): string | null {
  const written = walk.field(functionPart(walk, node), 'declarator');
  if (walk.kind(written) !== 'qualified_identifier') return null;
  const path = walk
    .textOf(written)
    .replace(/<[^<>]*>/gu, '')
    .split('::');
  return path.slice(0, -1).join('::').trim() || null;
}

const [struct, definition] = [cFamily.types['struct_specifier'], cFamily.functions['function_definition']];

export const visitor = ordinary({
  ...cFamily,
  self: 'this',
  functions: {
    ...cFamily.functions,
    function_definition: { ...definition, name: functionName, owner: qualified },
    lambda_expression: {
      kind: 'lambda',
      params: (walk, node) => walk.field(walk.field(node, 'declarator'), 'parameters'),
      body: 'body',
    },
  },
  types: {
    ...cFamily.types,
    class_specifier: {
      ...struct,
      name: 'name',
      kind: (walk, node) => (walk.field(node, 'body') === NONE ? null : 'class'),
    },
    namespace_definition: { kind: 'namespace', name: 'name', body: 'body' },
    alias_declaration: { kind: 'type', name: 'name' },
    concept_definition: { kind: 'type', name: 'name' },
  },
  attributes: { ...cFamily.attributes, qualified_identifier: ['scope', 'name'] },
  calls: {
    ...cFamily.calls,
    new_expression: { callee: 'type', args: 'arguments', isNew: true },
  },
  generics: 'template_type template_function',
  raises: 'throw_statement',
  branches: `${cFamily.branches} catch_clause`,
  awaits: 'co_await_expression',
  visitor: {
    ...cFamily.visitor,
    leave: {
      ...cFamily.visitor.leave,
      using_declaration(walk, node) {
        const path = walk.textOf(walk.firstChild(node)).replace(/\s+/gu, '');
        const base = { scope: walk.scope, line: walk.line(node) };
        const parts = path.split('::');
        const last = parts.at(-1) as string;
        if (walk.has(node, '"namespace"')) walk.facts.imports.push({ ...base, from: path, name: '*', as: null });
        else walk.facts.imports.push({ ...base, from: parts.slice(0, -1).join('::'), name: last, as: last });
      },
    },
  },
});
