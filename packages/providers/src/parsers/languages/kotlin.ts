/** Kotlin. Its grammar names no fields: parts go by their kinds. */
import type { CodeCall, Expr } from '@zapomni/core/ports';
import { attribute, oneOf } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { argumentsOf } from './ordinary/values.ts';
import { docAbove } from './shared/comments.ts';
import { define, symbolOf, writtenVisibility } from './shared/define.ts';

const last = (walk: Walk, node: number) => walk.children(node).at(-1) ?? NONE;
const BODY = '<function_body>';
const PARAMS = '<function_value_parameters>';

/** `String` of `fun String.ext()`. */
function extended(walk: Walk, node: number): string | null {
  const named = walk.child(node, 'simple_identifier');
  const type = walk.child(node, 'user_type', 'nullable_type');
  return type !== NONE && type < named ? walk.textOf(type) : null;
}

/** The type after the parameters; one before them is what is extended. */
function returned(walk: Walk, node: number): number {
  const params = walk.child(node, 'function_value_parameters');
  const isType = (child: number) => child > params && /^(?:user|nullable|function)_type$/u.test(walk.kind(child));
  return walk.children(node).find(isType) ?? NONE;
}

export const visitor = ordinary({
  comments: 'line_comment multiline_comment',
  names: 'simple_identifier type_identifier',
  self: 'this_expression',
  super: 'super_expression',
  strings: 'string_literal',
  numbers: 'integer_literal',
  functions: {
    function_declaration: {
      name: '<simple_identifier>',
      params: PARAMS,
      body: BODY,
      returns: returned,
      owner: extended,
    },
    secondary_constructor: { kind: 'constructor', name: '<"constructor">', params: PARAMS, body: '<statements>' },
    anonymous_function: { kind: 'lambda', params: PARAMS, body: BODY },
    lambda_literal: { kind: 'lambda', params: '<lambda_parameters>', body: '<statements>' },
  },
  types: {
    class_declaration: {
      kind: (walk, node) => (walk.has(node, '"interface"') ? 'interface' : walk.has(node, '"enum"') ? 'enum' : 'class'),
      name: '<type_identifier>',
      body: '<class_body> <enum_class_body>',
    },
    object_declaration: { kind: 'class', name: '<type_identifier>', body: '<class_body>' },
    companion_object: { kind: 'class', name: '<type_identifier> <"companion">', body: '<class_body>' },
    type_alias: { kind: 'type', name: '<type_identifier>' },
  },
  members: { enum_entry: { kind: 'constant', name: '<simple_identifier>' } },
  attributes: {},
  calls: {},
  declares: {},
  assigns: {},
  iterates: {
    for_statement: [
      '<variable_declaration> <multi_variable_declaration>',
      (walk, node) => walk.children(node).at(-2) ?? NONE,
    ],
  },
  first:
    'parenthesized_expression variable_declaration directly_assignable_expression annotated_lambda constructor_invocation as_expression postfix_expression nullable_type annotation type_projection',
  lists: 'multi_variable_declaration',
  generics: 'user_type',
  loops: 'for_statement while_statement do_while_statement',
  branches: 'when_entry catch_block control_structure_body',
  decorators: 'annotation',
  isTest: (_name, head) => /@Test\b/u.test(head),
  visitor: {
    leave: {
      // A class may have several; each is a base of the class that it stands in.
      delegation_specifier(walk, node) {
        const symbol = symbolOf(walk, walk.parent(node));
        const value = walk.value(walk.firstChild(node));
        if (symbol !== undefined) walk.draft(symbol).bases = [...walk.draft(symbol).bases, value];
        return value;
      },
      navigation_expression: (walk, node) =>
        attribute(
          walk.value(walk.firstChild(node)),
          walk.textOf(walk.firstChild(walk.child(node, 'navigation_suffix'))),
        ),
      call_expression: call,
      elvis_expression: (walk, node) => oneOf(...walk.children(node).map((child) => walk.value(child))),
      assignment: (walk, node) =>
        walk.flow(node, 'assign', walk.value(walk.firstChild(node)), walk.value(last(walk, node))),
      property_declaration: property,
      jump_expression(walk, node) {
        const value = walk.firstChild(node);
        const how = walk.has(node, '"throw"') ? 'raise' : walk.has(node, '"return"') ? 'return' : null;
        if (how && value !== NONE) walk.flow(node, how, null, walk.value(value));
      },
      function_body(walk, node) {
        const only = walk.firstChild(node);
        if (only !== NONE && walk.kind(only) !== 'statements') walk.flow(only, 'return', null, walk.value(only));
      },
      class_parameter(walk, node) {
        if (walk.has(node, 'binding_pattern_kind')) classField(walk, node);
      },
      package_header(walk, node) {
        walk.facts.exports.push({
          line: walk.line(node),
          name: '=',
          value: ['n', walk.textOf(walk.child(node, 'identifier'))],
        });
      },
      import_header(walk, node) {
        const path = walk.textOf(walk.child(node, 'identifier')).replace(/\s+/gu, '');
        const base = { scope: walk.scope, line: walk.line(node) };
        if (walk.has(node, 'wildcard_import'))
          return void walk.facts.imports.push({ ...base, from: path, name: '*', as: null });
        const word = path.split('.').at(-1) as string;
        const alias = walk.textOf(walk.child(walk.child(node, 'import_alias'), 'type_identifier', 'simple_identifier'));
        walk.facts.imports.push({
          ...base,
          from: path.slice(0, Math.max(0, path.length - word.length - 1)),
          name: word,
          as: alias || word,
        });
      },
    },
  },
});

/** A block after the brackets is the last argument. */
function call(walk: Walk, node: number): Expr {
  const fn = walk.firstChild(node);
  const suffix = walk.child(node, 'call_suffix');
  const args = [...argumentsOf(walk, walk.child(suffix, 'value_arguments'))];
  const block = walk.child(suffix, 'annotated_lambda');
  if (block !== NONE) args.push({ value: walk.value(block) });
  const at = walk.child(fn, 'navigation_suffix');
  const [start, end, line] = [walk.start(node), walk.end(node), walk.line(at === NONE ? fn : at)];
  const made: CodeCall = { scope: walk.scope, line, start, end, callee: walk.value(fn), args };
  return ['c', walk.facts.calls.push(made) - 1];
}

const NOT_VALUE =
  /^(?:modifiers|binding_pattern_kind|variable_declaration|multi_variable_declaration|getter|setter|type_parameters|user_type)$/u;

function property(walk: Walk, node: number): void {
  const declared = walk.child(node, 'variable_declaration', 'multi_variable_declaration');
  const value = walk.children(node).findLast((child) => !NOT_VALUE.test(walk.kind(child))) ?? NONE;
  const type = walk.child(declared, 'user_type', 'nullable_type');
  const target = walk.value(declared);
  const given = walk.value(value);
  if (walk.scopeKind !== 'function' && target[0] === 'n') variable(walk, node, declared, type);
  walk.flow(node, 'declare', target, given[0] === '?' && type !== NONE ? ['v', walk.value(type)] : given);
}

function variable(walk: Walk, node: number, named: number, type: number): void {
  const inClass = walk.scopeKind === 'class';
  const kind = walk.has(node, 'getter', 'setter') ? 'property' : inClass ? 'field' : 'variable';
  const draft = walk.draft(define(walk, node, { kind, name: walk.textOf(walk.firstChild(named)), named }));
  draft.signature = walk.oneLine(walk.start(node), Math.min(walk.end(node), walk.start(node) + 160));
  draft.doc = docAbove(walk, draft.start);
  draft.type = type === NONE ? null : walk.value(type);
  seen(walk, node, draft);
}

function classField(walk: Walk, node: number): void {
  const named = walk.child(node, 'simple_identifier');
  const type = walk.child(node, 'user_type', 'nullable_type');
  const draft = walk.draft(define(walk, node, { kind: 'field', name: walk.textOf(named), named }));
  // The parameters of a class stand before its body, and are its fields all the same.
  const owner = symbolOf(walk, walk.parent(walk.parent(node)));
  if (owner !== undefined) Object.assign(draft, { parent: owner, scope: walk.draft(owner).inner ?? walk.scope });
  draft.signature = walk.oneLine(walk.start(node), walk.end(node));
  draft.type = type === NONE ? null : walk.value(type);
  seen(walk, node, draft);
}

function seen(walk: Walk, node: number, draft: ReturnType<Walk['draft']>): void {
  const head = walk.textOf(walk.child(node, 'modifiers'));
  draft.visibility = writtenVisibility(head) ?? 'public';
  if (walk.textOf(walk.child(node, 'binding_pattern_kind')) === 'val') draft.flags.push('readonly');
}
