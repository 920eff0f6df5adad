/** Ruby. */
import type { CodeCall, Expr } from '@zapomni/core/ports';
import { attribute, name, oneOf, text } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { argumentsOf } from './ordinary/values.ts';
import { define } from './shared/define.ts';

const METHOD = { name: 'name', params: 'parameters', body: 'body' } as const;
const BLOCK = { kind: 'lambda', params: 'parameters', body: 'body' } as const;

export const visitor = ordinary({
  comments: 'comment',
  names: 'identifier constant global_variable class_variable',
  self: 'self',
  super: 'super',
  strings: 'string',
  numbers: 'integer',
  functions: { method: METHOD, singleton_method: METHOD, lambda: BLOCK, block: BLOCK, do_block: BLOCK },
  types: {
    class: { kind: 'class', name: 'name', body: 'body', bases: ['superclass'] },
    module: { kind: 'namespace', name: 'name', body: 'body' },
  },
  members: {},
  attributes: { scope_resolution: ['scope', 'name'] },
  subscripts: { element_reference: ['object', (walk, node) => walk.children(node)[1] ?? NONE] },
  calls: {},
  declares: {},
  assigns: {},
  iterates: { for: ['pattern', 'value'] },
  first: 'parenthesized_statements superclass in then exception_variable',
  lists: 'array left_assignment_list right_assignment_list exceptions argument_list',
  returns: 'return',
  loops: 'for while until while_modifier until_modifier',
  branches: 'then else elsif when rescue if_modifier unless_modifier',
  constructors: /^initialize$/u,
  isTest: (symbol) => symbol.startsWith('test_'),
  visitor: {
    enter: {
      singleton_class: (walk, node) => walk.region(node),
    },
    leaf: {
      instance_variable: (walk, node) => attribute(['t'], walk.textOf(node)),
      simple_symbol: (walk, node) => text(walk.textOf(node).slice(1)),
    },
    leave: {
      call,
      assignment: assign,
      operator_assignment(walk, node) {
        const target = walk.value(walk.field(node, 'left'));
        walk.flow(node, 'assign', target, oneOf(target, walk.value(walk.field(node, 'right'))));
      },
      conditional: (walk, node) =>
        oneOf(walk.value(walk.field(node, 'consequence')), walk.value(walk.field(node, 'alternative'))),
      yield(walk, node) {
        const args = argumentsOf(walk, walk.firstChild(node));
        const [start, end, line] = [walk.start(node), walk.end(node), walk.line(node)];
        return ['c', walk.facts.calls.push({ scope: walk.scope, line, start, end, callee: name('yield'), args }) - 1];
      },
      rescue(walk, node) {
        const target = walk.value(walk.field(node, 'variable'));
        if (target[0] === 'n') walk.flow(node, 'declare', target, ['v', walk.value(walk.field(node, 'exceptions'))]);
      },
    },
  },
});

/** Receiver, name, arguments; a block is the last of them. Some names say more than they call. */
function call(walk: Walk, node: number): Expr {
  const [receiver, method] = [walk.field(node, 'receiver'), walk.field(node, 'method')];
  const written = walk.textOf(method);
  const args = [...argumentsOf(walk, walk.field(node, 'arguments'))];
  const block = walk.field(node, 'block');
  if (block !== NONE) args.push({ value: walk.value(block) });
  if (receiver === NONE) said(walk, node, written, args);
  const callee = receiver === NONE ? name(written) : attribute(walk.value(receiver), written);
  const line = walk.line(method === NONE ? node : method);
  const made: CodeCall = { scope: walk.scope, line, start: walk.start(node), end: walk.end(node), callee, args };
  return ['c', walk.facts.calls.push(written === 'new' ? { ...made, isNew: true } : made) - 1];
}

function said(walk: Walk, node: number, method: string, args: CodeCall['args']): void {
  const values = args.map(({ value }) => value);
  const draft = walk.draft(walk.symbol);
  if (/^(?:require|require_relative|load)$/u.test(method)) required(walk, node, method, values);
  else if (/^(?:include|extend|prepend)$/u.test(method)) draft.bases = [...draft.bases, ...values];
  else if (/^attr_(?:reader|writer|accessor)$/u.test(method)) properties(walk, node, values);
}

function required(walk: Walk, node: number, method: string, values: readonly Expr[]): void {
  const dots = method === 'require_relative' ? './' : '';
  for (const value of values) {
    if (value[0] !== 'k') continue;
    walk.facts.imports.push({
      scope: walk.scope,
      line: walk.line(node),
      from: `${dots}${value[1]}`,
      name: '*',
      as: null,
    });
  }
}

function properties(walk: Walk, node: number, values: readonly Expr[]): void {
  const given = walk.children(walk.field(node, 'arguments'));
  for (const [i, value] of values.entries()) {
    const at = given[i] ?? node;
    if (value[0] !== 'k') continue;
    const symbol = define(walk, at, { kind: 'property', name: String(value[1]), named: at });
    walk.draft(symbol).signature = walk.oneLine(walk.start(node), walk.end(node));
  }
}

function assign(walk: Walk, node: number): Expr {
  const left = walk.field(node, 'left');
  const [target, value] = [walk.value(left), walk.value(walk.field(node, 'right'))];
  walk.flow(node, target[0] === 'a' || target[0] === 's' ? 'assign' : 'declare', target, value);
  if (walk.kind(left) === 'constant' && walk.scopeKind !== 'function') {
    walk.draft(define(walk, node, { kind: 'constant', name: walk.textOf(left), named: left })).signature = walk.oneLine(
      walk.start(node),
      Math.min(walk.end(node), walk.start(node) + 160),
    );
  }
  return value;
}
