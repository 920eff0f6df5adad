/** Functions of JavaScript and TypeScript, of every way to write one, and their parameters. */
import type { CodeParam, Expr, SymbolKind } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { docAbove } from '../shared/comments.ts';
import { define, headOf, setFlag, symbolOf } from '../shared/define.ts';
import { isExported, outerStart } from './position.ts';

const declared: Enter = (walk, node) => {
  const named = walk.field(node, 'name');
  defineFunction(walk, node, { kind: 'function', name: walk.textOf(named) || 'default', named });
};

/** `const f = () => …` is the function f; any other has no name that others could use. */
const expression: Enter = (walk, node) => {
  const above = walk.parent(node);
  const named = walk.field(above, 'name');
  const isNamed = walk.kind(above) === 'variable_declarator' && walk.kind(named) === 'identifier';
  const isDefault = walk.kind(above) === 'export_statement';
  if (isNamed) defineFunction(walk, node, { kind: 'function', name: walk.textOf(named), named });
  else if (isDefault) defineFunction(walk, node, { kind: 'function', name: 'default', named: NONE });
  else if (!walk.notes.has(`field ${above}`)) defineFunction(walk, node, { kind: 'lambda', name: '', named: NONE });
  else
    defineFunction(walk, node, {
      kind: 'method',
      ...(walk.notes.get(`field ${above}`) as { name: string; named: number }),
    });
};

export const enterFunction: Readonly<Record<string, Enter>> = {
  function_declaration: declared,
  generator_function_declaration: declared,
  function_signature: signature,
  function_expression: expression,
  generator_function: expression,
  arrow_function: expression,
};

interface Named {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly named: number;
}

/** Of two ways to call one function (overloads) the first makes the symbol, and the one with the body completes it. */
export function defineFunction(walk: Walk, node: number, { kind, name, named }: Named): number {
  const body = walk.field(node, 'body');
  const parameters = parametersOf(walk, node);
  const start = outerStart(walk, node);
  const key = `overload ${walk.scope} ${name}`;
  const earlier = kind === 'lambda' ? undefined : (walk.notes.get(key) as number | undefined);
  const symbol =
    earlier ?? define(walk, node, { kind, name, named, start, scope: 'function', parts: [parameters, body] });
  const draft = walk.draft(symbol);
  if (earlier !== undefined) complete(walk, node, earlier, [parameters, body]);
  if (body === NONE) walk.notes.set(key, symbol);
  else walk.notes.delete(key);
  const written = NAMED_BY.has(walk.kind(walk.parent(node))) ? walk.parent(node) : node;
  draft.signature = headOf(walk, walk.start(written), node, body);
  draft.doc ??= docAbove(walk, start);
  if (walk.has(node, '"async"')) setFlag(walk, symbol, 'async');
  if (walk.has(node, '"*"') || walk.kind(node).startsWith('generator')) setFlag(walk, symbol, 'generator');
  if (isExported(walk, node)) setFlag(walk, symbol, 'exported');
  return symbol;
}

/** What gives a function its name when it has none of its own. */
const NAMED_BY = new Set(['variable_declarator', 'public_field_definition', 'field_definition']);

function complete(walk: Walk, node: number, symbol: number, parts: readonly number[]): void {
  const draft = walk.draft(symbol);
  walk.notes.set(node, symbol);
  draft.end = walk.end(node);
  draft.lines = [draft.lines[0], walk.facts.lines.at(draft.end - 1)];
  draft.line = walk.line(walk.field(node, 'name'));
  for (const part of parts) walk.openAt(part, draft.inner as number);
}

function signature(walk: Walk, node: number): void {
  const named = walk.field(node, 'name');
  defineFunction(walk, node, { kind: 'function', name: walk.textOf(named), named });
}

/** `x => …` has a bare name where others have a list. */
const parametersOf = (walk: Walk, node: number) =>
  walk.field(node, 'parameters') === NONE ? walk.field(node, 'parameter') : walk.field(node, 'parameters');

/** Parameters, what is returned, and the function itself as a value. */
export const leaveFunctionNode: Leave = (walk, node) => {
  const symbol = symbolOf(walk, node);
  if (symbol === undefined) return undefined;
  const draft = walk.draft(symbol);
  const parameters = parametersOf(walk, node);
  const list =
    walk.kind(parameters) === 'formal_parameters' ? walk.children(parameters) : parameters === NONE ? [] : [parameters];
  draft.params = list.flatMap((child, i) => paramOf(walk, child, i, draft.inner as number));
  const returns = walk.field(node, 'return_type');
  draft.returns = returns === NONE ? null : walk.value(returns);
  const named = walk.parent(node);
  const type = NAMED_BY.has(walk.kind(named)) ? walk.field(named, 'type') : NONE;
  if (type !== NONE) draft.type = walk.value(type);
  const body = walk.field(node, 'body');
  if (body !== NONE && walk.kind(body) !== 'statement_block') {
    walk.flowAs({ node: body, how: 'return', target: null, value: walk.value(body), scope: draft.inner as number });
  }
  return ['d', symbol];
};

export const leaveFunction: Readonly<Record<string, Leave>> = Object.fromEntries(
  Object.keys(enterFunction).map((kind) => [kind, leaveFunctionNode]),
);

const PLAIN: Omit<CodeParam, 'name'> = { kind: 'plain', type: null, value: null };

/** A pattern is a parameter called by its place, which is taken apart at once. */
function paramOf(walk: Walk, node: number, place: number, scope: number): CodeParam[] {
  const kind = walk.kind(node);
  if (kind === 'decorator' || kind === 'ERROR') return [];
  if (kind === 'identifier') return [{ ...PLAIN, name: walk.textOf(node) }];
  if (kind === 'assignment_pattern') {
    const [param] = paramOf(walk, walk.field(node, 'left'), place, scope);
    return param ? [{ ...param, value: walk.value(walk.field(node, 'right')) }] : [];
  }
  if (kind === 'rest_pattern') return [{ ...PLAIN, name: walk.textOf(walk.firstChild(node)), kind: 'rest' }];
  if (kind === 'object_pattern' || kind === 'array_pattern') {
    const name = kind === 'object_pattern' ? `{${place}}` : `[${place}]`;
    walk.flowAs({ node: node, how: 'declare', target: walk.value(node), value: ['n', name], scope });
    return [{ ...PLAIN, name, kind: kind === 'object_pattern' ? 'named' : 'plain' }];
  }
  return typedParam(walk, node, place, scope);
}

function typedParam(walk: Walk, node: number, place: number, scope: number): CodeParam[] {
  const pattern = walk.field(node, 'pattern');
  const type = walk.field(node, 'type');
  const value = walk.field(node, 'value');
  if (walk.kind(pattern) === 'this') return [];
  const [param] = pattern === NONE ? [] : paramOf(walk, pattern, place, scope);
  if (!param) return [];
  const typed: CodeParam = {
    ...param,
    type: type === NONE ? null : walk.value(type),
    value: value === NONE ? param.value : walk.value(value),
  };
  if (walk.has(node, 'accessibility_modifier', '"readonly"', 'override_modifier')) property(walk, node, typed, scope);
  return [typed];
}

/** `constructor(private x: X)` is also a field of the class that is given at once. */
function property(walk: Walk, node: number, { name, type }: CodeParam, scope: number): void {
  const { facts } = walk;
  const outer = facts.scopes[scope]?.parent as number;
  const target: Expr = ['a', ['t'], name];
  walk.flowAs({ node: node, how: 'assign', target: target, value: ['n', name], scope });
  const at = walk.start(node);
  const parent = facts.scopes[outer]?.symbol ?? 0;
  const symbol = facts.symbol({ kind: 'field', name, parent, scope: outer, start: at, end: walk.end(node), at });
  const draft = walk.draft(symbol);
  const access = walk.textOf(walk.child(node, 'accessibility_modifier'));
  draft.visibility = access === 'private' || access === 'protected' ? access : 'public';
  draft.type = type;
  draft.signature = walk.oneLine(at, walk.end(node));
}
