/** Where values go in JavaScript: declarations, assignments, loops, returns; blocks; and what runs never or again and again. */
import type { Expr } from '@zapomni/core/ports';
import { oneOf, UNKNOWN } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { docAbove } from '../shared/comments.ts';
import { define, setFlag } from '../shared/define.ts';
import { isExported, outerStart } from './position.ts';

const region: Enter = (walk, node) => walk.region(node);
const loop: Enter = (walk, node) => {
  walk.region(node, true);
  openBlock(walk, node);
};

const OWN_NAMES = new Set([
  'lexical_declaration',
  'function_declaration',
  'class_declaration',
  'generator_function_declaration',
]);
const FUNCTION_BODY = /^(?:.*function.*|method_definition|internal_module|module|class_static_block)$/u;

/** A block with names of its own; one without is no scope. */
const block: Enter = (walk, node) => {
  const above = walk.kind(walk.parent(node));
  if (FUNCTION_BODY.test(above)) return;
  if (walk.children(node).some((child) => OWN_NAMES.has(walk.kind(child)))) openBlock(walk, node);
};

function openBlock(walk: Walk, node: number): void {
  const inner = walk.facts.open(walk.symbol, 'block', walk.scope);
  for (const child of walk.children(node)) walk.openAt(child, inner);
}

export const enterStatement: Readonly<Record<string, Enter>> = {
  statement_block: block,
  switch_body: block,
  catch_clause(walk, node) {
    walk.region(node);
    openBlock(walk, node);
  },
  for_statement: loop,
  for_in_statement: loop,
  while_statement: loop,
  do_statement: loop,
  else_clause: region,
  switch_case: region,
  switch_default: region,
  if_statement: (walk, node) => walk.region(walk.field(node, 'consequence')),
  try_statement: (walk, node) => walk.region(walk.field(node, 'body')),
  ternary_expression(walk, node) {
    walk.region(walk.field(node, 'consequence'));
    walk.region(walk.field(node, 'alternative'));
  },
  binary_expression(walk, node) {
    const operator = walk.kind(walk.field(node, 'operator'));
    if (operator === '"&&"' || operator === '"||"' || operator === '"??"') walk.region(walk.field(node, 'right'));
  },
};

export const leaveStatement: Readonly<Record<string, Leave>> = {
  variable_declarator: declarator,
  assignment_expression(walk, node) {
    const target = walk.value(walk.field(node, 'left'));
    const value = walk.value(walk.field(node, 'right'));
    walk.flow(node, 'assign', target, value);
    commonExport(walk, node, target, value);
    return value;
  },
  augmented_assignment_expression(walk, node) {
    const target = walk.value(walk.field(node, 'left'));
    const value = oneOf(target, walk.value(walk.field(node, 'right')));
    walk.flow(node, 'assign', target, value);
    return value;
  },
  for_in_statement(walk, node) {
    const right = walk.field(node, 'right');
    const target = walk.value(walk.field(node, 'left'));
    const inner = walk.field(node, 'body');
    const isOf = walk.kind(walk.field(node, 'operator')) === '"of"';
    const scope = scopeOfPart(walk, inner);
    const end = right === NONE ? walk.end(node) : walk.end(right);
    const how = isOf ? 'iterate' : walk.field(node, 'kind') === NONE ? 'assign' : 'declare';
    walk.flowAs({ node: node, how: how, target: target, value: isOf ? walk.value(right) : UNKNOWN, end, scope });
  },
  catch_clause(walk, node) {
    const parameter = walk.field(node, 'parameter');
    if (parameter === NONE) return;
    walk.flowAs({
      node: parameter,
      how: 'declare',
      target: walk.value(parameter),
      value: UNKNOWN,
      scope: scopeOfPart(walk, parameter),
    });
  },
  return_statement(walk, node) {
    const value = walk.firstChild(node);
    if (value !== NONE) walk.flow(node, 'return', null, walk.value(value));
  },
  throw_statement: (walk, node) => walk.flow(node, 'raise', null, walk.value(walk.firstChild(node))),
  yield_expression(walk, node) {
    const value = walk.value(walk.firstChild(node));
    walk.flow(node, 'yield', null, walk.has(node, '"*"') ? ['e', value] : value);
    return UNKNOWN;
  },
};

const scopeOfPart = (walk: Walk, part: number) => (part === NONE ? walk.scope : walk.scopeAt(part));

/** `var` belongs to the function, the others to their block. A `require` is told as an import. */
function declarator(walk: Walk, node: number): void {
  const [left, right] = [walk.field(node, 'name'), walk.field(node, 'value')];
  const isVar = walk.kind(walk.parent(node)) === 'variable_declaration';
  if (walk.kind(left) === 'identifier') defineVariable(walk, node, left, right);
  if (required(walk, left, right)) return;
  const scope = isVar ? walk.holding() : walk.scope;
  const type = walk.field(node, 'type');
  // `for (const x of …)` has no value here; the loop gives it.
  walk.flowAs({
    node: node,
    how: 'declare',
    target: walk.value(left),
    value: walk.value(right),
    scope,
    ...(type === NONE ? {} : { type: walk.value(type) }),
  });
}

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'class']);
const MOST_SHOWN = 160;

/** What a module names is a symbol; a function or class that it names is one already. */
function defineVariable(walk: Walk, node: number, left: number, right: number): void {
  if (walk.scopeKind !== 'module' || FUNCTIONS.has(walk.kind(right))) return;
  const name = walk.textOf(left);
  const start = outerStart(walk, node);
  const isConstant = walk.kind(walk.field(walk.parent(node), 'kind')) === '"const"' && /^[A-Z][A-Z0-9_]*$/u.test(name);
  const symbol = define(walk, node, { kind: isConstant ? 'constant' : 'variable', name, named: left, start });
  const draft = walk.draft(symbol);
  draft.signature = walk.oneLine(start, Math.min(walk.end(node), start + MOST_SHOWN));
  draft.doc = docAbove(walk, start);
  const type = walk.field(node, 'type');
  draft.type = type === NONE ? null : walk.value(type);
  if (isExported(walk, node)) setFlag(walk, symbol, 'exported');
}

/** `const a = require('x')`, `const { a, b: c } = require('x')`. */
function required(walk: Walk, left: number, right: number): boolean {
  if (walk.kind(right) !== 'call_expression' || walk.textOf(walk.field(right, 'function')) !== 'require') return false;
  const from = walk.value(walk.firstChild(walk.field(right, 'arguments')));
  if (from[0] !== 'k') return false;
  const target = walk.value(left);
  const taken = { scope: walk.scope, line: walk.line(left), from: String(from[1]) };
  if (target[0] === 'n') walk.facts.imports.push({ ...taken, name: null, as: target[1] });
  if (target[0] === 'o') {
    for (const [key, value] of target[1]) {
      if (value[0] === 'n' && key !== null) walk.facts.imports.push({ ...taken, name: key, as: value[1] });
    }
  }
  return target[0] === 'n' || target[0] === 'o';
}

/** `module.exports = x`, `exports.a = x`. */
function commonExport(walk: Walk, node: number, target: Expr, value: Expr): void {
  if (target[0] !== 'a') return;
  const line = walk.line(node);
  const [, of, name] = target;
  if (isModuleExports(target)) walk.facts.exports.push({ line, name: '=', value });
  else if (isModuleExports(of) || (of[0] === 'n' && of[1] === 'exports'))
    walk.facts.exports.push({ line, name, value });
}

const isModuleExports = (value: Expr) =>
  value[0] === 'a' && value[2] === 'exports' && value[1][0] === 'n' && value[1][1] === 'module';
