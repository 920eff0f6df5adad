/** Rust. */
import type { Expr } from '@zapomni/core/ports';
import { lastName } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { passOver } from './shared/comments.ts';

/** The type that the `impl` around it is for. */
function implType(walk: Walk, node: number): string | null {
  const holder = walk.parent(walk.parent(node));
  if (walk.kind(holder) !== 'impl_item') return null;
  return /[\w:]+/u.exec(walk.textOf(walk.field(holder, 'type')).replace(/^&\s*(?:mut\s+)?/u, ''))?.[0] ?? null;
}

export const visitor = ordinary({
  comments: 'line_comment block_comment',
  names: 'identifier type_identifier field_identifier shorthand_field_identifier crate metavariable',
  self: 'self',
  strings: 'string_literal raw_string_literal',
  numbers: 'integer_literal',
  functions: {
    function_item: { name: 'name', params: 'parameters', body: 'body', returns: 'return_type', owner: implType },
    function_signature_item: { name: 'name', params: 'parameters', returns: 'return_type', owner: implType },
    closure_expression: { kind: 'lambda', params: 'parameters', body: 'body', returns: 'return_type' },
  },
  types: {
    struct_item: { kind: 'struct', name: 'name', body: 'body' },
    union_item: { kind: 'struct', name: 'name', body: 'body' },
    enum_item: { kind: 'enum', name: 'name', body: 'body' },
    trait_item: { kind: 'trait', name: 'name', body: 'body', bases: ['bounds'] },
    mod_item: { kind: 'namespace', name: 'name', body: 'body' },
    type_item: { kind: 'type', name: 'name' },
    macro_definition: { kind: 'macro', name: 'name' },
  },
  members: {
    field_declaration: { kind: 'field', name: 'name', type: 'type' },
    enum_variant: { kind: 'constant', name: 'name' },
    const_item: { kind: 'constant', name: 'name', type: 'type', value: 'value', isOuter: true },
    static_item: { kind: 'variable', name: 'name', type: 'type', value: 'value', isOuter: true },
  },
  attributes: {
    field_expression: ['value', 'field'],
    scoped_identifier: ['path', 'name'],
    scoped_type_identifier: ['path', 'name'],
  },
  calls: {
    call_expression: { callee: 'function', args: 'arguments' },
    struct_expression: { callee: 'name', isNew: true },
  },
  declares: { let_declaration: ['pattern', 'value'], let_condition: ['pattern', 'value'] },
  assigns: { assignment_expression: ['left', 'right'] },
  iterates: { for_expression: ['pattern', 'value'] },
  first:
    'parenthesized_expression try_expression generic_function reference_expression mut_pattern ref_pattern captured_pattern reference_pattern expression_statement dynamic_type bounded_type',
  last: 'reference_type unary_expression abstract_type',
  lists: 'array_expression tuple_expression tuple_pattern trait_bounds',
  generics: 'generic_type',
  awaits: 'await_expression',
  returns: 'return_expression',
  yields: 'yield_expression',
  loops: 'for_expression while_expression loop_expression',
  branches: 'match_arm else_clause',
  decorators: 'attribute',
  visibility: (_name, head) =>
    /\bpub\s*\((?:crate|super)/u.test(head) ? 'internal' : /\bpub\b/u.test(head) ? 'public' : 'private',
  visitor: {
    enter: {
      attribute_item: passOver,
      if_expression: (walk, node) => walk.region(walk.field(node, 'consequence')),
      impl_item(walk, node) {
        // Names inside are the type's, not those of the module around it.
        walk.openAt(walk.field(node, 'body'), walk.facts.open(walk.symbol, 'block', walk.scope));
      },
    },
    leave: {
      use_declaration: (walk, node) => uses(walk, walk.field(node, 'argument')),
      block: lastValue,
      macro_invocation: macroCall,
      impl_item(walk, node) {
        const trait = walk.field(node, 'trait');
        const of = lastName(baseOf(walk.value(walk.field(node, 'type'))));
        if (trait !== NONE && of !== null) implemented(walk).push([of, walk.value(trait)]);
      },
    },
    end(walk) {
      for (const [of, trait] of implemented(walk)) {
        const type = walk.facts.symbols.find(
          ({ name: own, kind }) => own === of && (kind === 'struct' || kind === 'enum'),
        );
        if (type) type.bases = [...type.bases, trait];
      }
    },
  },
});

const baseOf = (value: Expr): Expr => (value[0] === 's' ? value[1] : value);

function implemented(walk: Walk): [string, Expr][] {
  if (!walk.notes.has('implemented')) walk.notes.set('implemented', []);
  return walk.notes.get('implemented') as [string, Expr][];
}

const FUNCTIONS = new Set(['function_item', 'closure_expression']);

/** A block is worth its last expression, and so is a function. */
function lastValue(walk: Walk, node: number): Expr | undefined {
  const last = walk.children(node).at(-1) ?? NONE;
  const kind = walk.kind(last);
  if (last === NONE || /_item$|_declaration$|statement$/u.test(kind)) return undefined;
  const value = walk.value(last);
  if (FUNCTIONS.has(walk.kind(walk.parent(node)))) walk.flow(last, 'return', null, value);
  return value;
}

/** The grammar leaves what is in a macro as words: a name before a bracket is taken for a call. */
function macroCall(walk: Walk, node: number): Expr {
  const { scope, tree } = walk;
  const push = (at: number, end: number, callee: Expr) =>
    walk.facts.calls.push({ scope, line: walk.line(at), start: walk.start(at), end, callee, args: [] }) - 1;
  for (let at = node + 1; at < (tree.nexts[node] as number); at++) {
    if (walk.kind(at) !== 'token_tree' || walk.text[walk.start(at)] !== '(') continue;
    const before = at - 1;
    if (walk.kind(before) !== 'identifier' || walk.end(before) !== walk.start(at)) continue;
    const isMethod = walk.text[walk.start(before) - 1] === '.';
    push(before, walk.end(at), isMethod ? ['a', ['?'], walk.textOf(before)] : ['n', walk.textOf(before)]);
  }
  return ['c', push(node, walk.end(node), walk.value(walk.field(node, 'macro')))];
}

/** `use a::{b, c::{self, d as e}, f::*}`, without recursion: parts wait with the path before them. */
function uses(walk: Walk, root: number): void {
  const open: [node: number, before: string][] = [[root, '']];
  const take = (node: number, path: string, as: string | null) => {
    const parts = path.split('::');
    const last = parts.pop() as string;
    const from = parts.join('::');
    walk.facts.imports.push({
      scope: walk.scope,
      line: walk.line(node),
      from: from || last,
      name: from ? last : null,
      as,
    });
  };
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, before] = next;
    const join = (word: string) => [before, word.replace(/\s+/gu, '')].filter(Boolean).join('::');
    const kind = walk.kind(node);
    const path = walk.textOf(walk.field(node, 'path'));
    if (kind === 'use_list') for (const child of walk.children(node).toReversed()) open.push([child, before]);
    else if (kind === 'scoped_use_list') open.push([walk.field(node, 'list'), join(path)]);
    else if (kind === 'use_as_clause') take(node, join(path), walk.textOf(walk.field(node, 'alias')));
    else if (kind === 'use_wildcard') {
      const from = join(walk.textOf(walk.firstChild(node)));
      walk.facts.imports.push({ scope: walk.scope, line: walk.line(node), from, name: '*', as: null });
    } else if (kind === 'self') take(node, before, before.split('::').at(-1) ?? null);
    else if (node !== NONE) take(node, join(walk.textOf(node)), walk.textOf(node).split('::').at(-1)?.trim() ?? null);
  }
}
