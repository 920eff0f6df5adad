/** Go. */
import type { Expr, SymbolKind } from '@zapomni/core/ports';
import { name, UNKNOWN } from '../tree/expr.ts';
import { NONE } from '../tree/flat-tree.ts';
import type { Walk } from '../tree/walk.ts';
import { ordinary } from './ordinary.ts';
import { define } from './shared/define.ts';

/** `T` of `(t *T[K])`. */
function receiverType(walk: Walk, node: number): string | null {
  const [declared = NONE] = walk.children(walk.field(node, 'receiver'));
  const written = walk.textOf(walk.field(declared, 'type'));
  return /[\w.]+/u.exec(written.replace(/^[*\s(]+/u, ''))?.[0] ?? null;
}

export const visitor = ordinary({
  comments: 'comment',
  names: 'identifier type_identifier field_identifier package_identifier',
  strings: 'interpreted_string_literal raw_string_literal',
  numbers: 'int_literal',
  functions: {
    function_declaration: { name: 'name', params: 'parameters', body: 'body', returns: 'result' },
    method_declaration: {
      kind: 'method',
      name: 'name',
      params: 'parameters',
      body: 'body',
      returns: 'result',
      owner: receiverType,
      receiver: 'receiver',
    },
    func_literal: { kind: 'lambda', params: 'parameters', body: 'body', returns: 'result' },
    method_elem: { kind: 'method', name: 'name', params: 'parameters', returns: 'result' },
  },
  types: {
    type_spec: {
      kind: (walk, node) => {
        const type = walk.kind(walk.field(node, 'type'));
        return type === 'struct_type' ? 'struct' : type === 'interface_type' ? 'interface' : 'type';
      },
      name: 'name',
      body: 'type',
    },
    type_alias: { kind: 'type', name: 'name' },
  },
  members: {},
  attributes: {
    selector_expression: ['operand', 'field'],
    qualified_type: ['package', 'name'],
  },
  subscripts: { index_expression: ['operand', 'index'] },
  calls: {
    call_expression: { callee: 'function', args: 'arguments' },
    // `pkg.F[int](x)` looks like a conversion.
    type_conversion_expression: { callee: 'type' },
    composite_literal: { callee: 'type', isNew: true },
  },
  declares: { short_var_declaration: ['left', 'right'] },
  assigns: { assignment_statement: ['left', 'right'] },
  iterates: { range_clause: ['left', 'right'] },
  first:
    'parenthesized_expression literal_element pointer_type unary_expression parenthesized_type type_constraint parameter_declaration',
  lists: 'expression_list parameter_list',
  generics: 'generic_type',
  returns: 'return_statement',
  loops: 'for_statement',
  branches: 'expression_case type_case default_case communication_case',
  around: 'type_declaration const_declaration var_declaration',
  visibility: (symbol) => (/^\p{Lu}/u.test(symbol) ? 'public' : 'private'),
  isTest: (symbol) => /^(?:Test|Benchmark|Example|Fuzz)(?!\p{Ll})/u.test(symbol),
  visitor: {
    enter: {
      if_statement(walk, node) {
        walk.region(walk.field(node, 'consequence'));
        walk.region(walk.field(node, 'alternative'));
      },
    },
    leave: {
      // A field without a name, and an interface in an interface, give all that they have.
      field_declaration(walk, node) {
        if (walk.field(node, 'name') === NONE) embed(walk, walk.value(walk.field(node, 'type')));
        else field(walk, node);
      },
      type_elem(walk, node) {
        const value = walk.value(walk.firstChild(node));
        if (walk.kind(walk.parent(node)) === 'interface_type') embed(walk, value);
        return value;
      },
      import_spec(walk, node) {
        const path = walk.value(walk.field(node, 'path'));
        if (path[0] !== 'k') return;
        const from = String(path[1]);
        const alias = walk.textOf(walk.field(node, 'name'));
        // Major versions are no names: `x/v2` is `x`.
        const last = from
          .replace(/\/v\d+$/u, '')
          .split('/')
          .at(-1) as string;
        const base = { scope: walk.scope, line: walk.line(node), from };
        if (alias === '.') walk.facts.imports.push({ ...base, name: '*', as: null });
        else walk.facts.imports.push({ ...base, name: null, as: alias === '_' ? null : alias || last });
      },
      var_spec: (walk, node) => named(walk, node, 'variable'),
      const_spec: (walk, node) => named(walk, node, 'constant'),
    },
  },
});

/** `var a, b T = f(), g()`: each has its own value, or both what one call gives. */
function named(walk: Walk, node: number, kind: SymbolKind): void {
  const type = walk.field(node, 'type');
  const value = walk.value(walk.field(node, 'value'));
  const names = walk.children(node).filter((child) => walk.isField(child, 'name'));
  names.forEach((one, i) => {
    const given = value[0] === 'l' ? (value[1][i] ?? UNKNOWN) : value;
    const instance: Expr = type === NONE ? given : ['v', walk.value(type)];
    walk.flow(node, 'declare', name(walk.textOf(one)), given[0] === '?' ? instance : given);
    if (walk.scopeKind === 'module') variable(walk, node, one, kind);
  });
}

function embed(walk: Walk, base: Expr): void {
  const draft = walk.draft(walk.symbol);
  draft.bases = [...draft.bases, base];
}

function field(walk: Walk, node: number): void {
  for (const one of walk.children(node)) if (walk.isField(one, 'name')) variable(walk, node, one, 'field');
}

function variable(walk: Walk, node: number, at: number, kind: SymbolKind): void {
  const type = walk.field(node, 'type');
  const word = walk.textOf(at);
  const draft = walk.draft(define(walk, at, { kind, name: word, named: at }));
  draft.signature = walk.oneLine(draft.start, Math.min(walk.end(node), draft.start + 160));
  draft.type = type === NONE ? null : walk.value(type);
  draft.visibility = /^\p{Lu}/u.test(word) ? 'public' : 'private';
}
