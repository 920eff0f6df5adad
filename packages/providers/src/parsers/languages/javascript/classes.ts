/** Classes, interfaces, enums, namespaces, types and their members. */
import type { CodeCall, CodeSymbol, Expr, SymbolKind } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { docAbove } from '../shared/comments.ts';
import { define, headOf, setFlag, symbolOf } from '../shared/define.ts';
import { defineFunction, leaveFunctionNode } from './functions.ts';
import { isExported, outerStart } from './position.ts';

/** Decorators that stand before what they decorate, until it comes. */
const pending = (walk: Walk): number[] => {
  if (!walk.notes.has('decorators')) walk.notes.set('decorators', []);
  return walk.notes.get('decorators') as number[];
};

function takeDecorators(walk: Walk, node: number): void {
  if (pending(walk).length > 0) walk.notes.set(`decorators ${node}`, pending(walk).splice(0));
}

function container(kind: SymbolKind, scope: 'class' | 'module' | undefined): Enter {
  return (walk, node) => {
    const above = walk.parent(node);
    const isValue = walk.kind(above) === 'variable_declarator' && walk.kind(node) === 'class';
    const named = isValue ? walk.field(above, 'name') : walk.field(node, 'name');
    const body = walk.field(node, 'body');
    const start = outerStart(walk, node);
    const name = walk.textOf(named).replace(/^['"]|['"]$/gu, '');
    const isAnonymous = name === '' && walk.kind(above) !== 'export_statement';
    const symbol = define(walk, node, {
      kind,
      name: name === '' && !isAnonymous ? 'default' : name,
      named,
      start,
      ...(scope ? { scope, parts: [body] } : {}),
    });
    const draft = walk.draft(symbol);
    draft.signature = kind === 'type' ? walk.oneLine(start, walk.end(node)) : headOf(walk, start, node, body);
    draft.doc = docAbove(walk, start);
    if (walk.kind(node) === 'abstract_class_declaration') setFlag(walk, symbol, 'abstract');
    if (isExported(walk, node)) setFlag(walk, symbol, 'exported');
    takeDecorators(walk, node);
  };
}

const classLike = container('class', 'class');

export const enterClass: Readonly<Record<string, Enter>> = {
  class_declaration: classLike,
  abstract_class_declaration: classLike,
  class: classLike,
  interface_declaration: container('interface', 'class'),
  enum_declaration: container('enum', 'class'),
  type_alias_declaration: container('type', undefined),
  internal_module: container('namespace', 'module'),
  module: container('namespace', 'module'),
  decorator(walk, node) {
    const above = walk.kind(walk.parent(node));
    if (above === 'class_body' || above === 'export_statement') pending(walk).push(node);
  },
  method_definition: method,
  method_signature: method,
  abstract_method_signature: method,
  public_field_definition: field,
  field_definition: field,
  property_signature: field,
  enum_body(walk, node) {
    for (const child of walk.children(node)) {
      const named = walk.kind(child) === 'enum_assignment' ? walk.field(child, 'name') : child;
      const name = keyText(walk, named);
      walk.draft(define(walk, child, { kind: 'constant', name, named })).signature = walk.oneLine(
        walk.start(child),
        walk.end(child),
      );
    }
  },
};

const keyText = (walk: Walk, node: number) => walk.textOf(node).replace(/^['"]|['"]$/gu, '');

/** A method of a class; one of an object is a value like another. */
function method(walk: Walk, node: number): void {
  const named = walk.field(node, 'name');
  const above = walk.kind(walk.parent(node));
  // What a type without a name says is part of that type.
  if (above === 'object_type') return;
  if (above === 'object') return void defineFunction(walk, node, { kind: 'lambda', name: '', named });
  const name = keyText(walk, named);
  const accessor = walk.has(node, '"get"') ? 'getter' : walk.has(node, '"set"') ? 'setter' : null;
  // A getter and a setter of one name are two.
  if (accessor) walk.notes.delete(`overload ${walk.scope} ${name}`);
  const symbol = defineFunction(walk, node, { kind: name === 'constructor' ? 'constructor' : 'method', name, named });
  if (accessor) setFlag(walk, symbol, accessor);
  if (walk.kind(node) === 'abstract_method_signature') setFlag(walk, symbol, 'abstract');
  modifiers(walk, node, symbol, name);
}

function field(walk: Walk, node: number): void {
  const named = walk.field(node, 'name') === NONE ? walk.field(node, 'property') : walk.field(node, 'name');
  const name = keyText(walk, named);
  if (walk.kind(walk.parent(node)) === 'object_type') return;
  const value = walk.kind(walk.field(node, 'value'));
  const isMethod = value === 'arrow_function' || value === 'function_expression';
  // The function is the symbol; it is made when the walk comes to it.
  if (isMethod) return void walk.notes.set(`field ${node}`, { name, named });
  const kind = walk.kind(node) === 'property_signature' ? 'property' : 'field';
  const symbol = define(walk, node, { kind, name, named, start: outerStart(walk, node) });
  const draft = walk.draft(symbol);
  draft.signature = walk.oneLine(walk.start(node), Math.min(walk.end(node), walk.start(node) + MOST_SHOWN));
  draft.doc = docAbove(walk, draft.start);
  modifiers(walk, node, symbol, name);
}
const MOST_SHOWN = 160;

function modifiers(walk: Walk, node: number, symbol: number, name: string): void {
  const draft = walk.draft(symbol);
  const access = walk.textOf(walk.child(node, 'accessibility_modifier'));
  draft.visibility = (name.startsWith('#') ? 'private' : access || 'public') as CodeSymbol['visibility'];
  if (walk.has(node, '"static"')) setFlag(walk, symbol, 'static');
  if (walk.has(node, '"readonly"')) setFlag(walk, symbol, 'readonly');
  if (walk.has(node, 'override_modifier')) setFlag(walk, symbol, 'override');
  if (walk.has(node, '"abstract"')) setFlag(walk, symbol, 'abstract');
  takeDecorators(walk, node);
}

const leaveContainer: Leave = (walk, node) => {
  const symbol = symbolOf(walk, node);
  if (symbol === undefined) return undefined;
  walk.draft(symbol).bases = basesOf(walk, node);
  decorate(walk, node, symbol);
  return ['d', symbol];
};

const leaveMember: Leave = (walk, node) => {
  const symbol = symbolOf(walk, node);
  const value = leaveFunctionNode(walk, node);
  if (symbol !== undefined) decorate(walk, node, symbol);
  return value;
};

export const leaveClass: Readonly<Record<string, Leave>> = {
  class_declaration: leaveContainer,
  abstract_class_declaration: leaveContainer,
  class: leaveContainer,
  interface_declaration: leaveContainer,
  type_alias_declaration(walk, node) {
    const [symbol, value] = [symbolOf(walk, node), walk.field(node, 'value')];
    if (symbol !== undefined && value !== NONE) walk.draft(symbol).type = walk.value(value);
  },
  method_definition: leaveMember,
  method_signature: leaveMember,
  abstract_method_signature: leaveMember,
  public_field_definition: leaveField,
  field_definition: leaveField,
  property_signature: leaveField,
  decorator: (walk, node) => walk.value(walk.firstChild(node)),
};

/** A field's value is given when an object is made: `this.x = …` in the class's own scope. */
function leaveField(walk: Walk, node: number): void {
  const symbol = symbolOf(walk, node);
  const noted = walk.notes.get(`field ${node}`) as { name: string } | undefined;
  const value = walk.field(node, 'value');
  const type = walk.field(node, 'type');
  if (symbol !== undefined && type !== NONE) walk.draft(symbol).type = walk.value(type);
  const name = noted?.name ?? (symbol === undefined ? null : walk.draft(symbol).name);
  if (name === null || value === NONE) return;
  walk.flow(node, 'declare', ['n', name], walk.value(value));
  if (symbol !== undefined) decorate(walk, node, symbol);
}

const HERITAGE = new Set(['class_heritage', 'extends_clause', 'implements_clause', 'extends_type_clause']);

function basesOf(walk: Walk, node: number): Expr[] {
  const bases: Expr[] = [];
  const clauses = walk.children(node).filter((child) => HERITAGE.has(walk.kind(child)));
  for (let clause = clauses.shift(); clause !== undefined; clause = clauses.shift()) {
    for (const child of walk.children(clause)) {
      if (HERITAGE.has(walk.kind(child))) clauses.push(child);
      else if (walk.kind(child) !== 'type_arguments') bases.push(walk.value(child));
    }
  }
  return bases;
}

/** What a decorator gives back is seldom used, so the name stays that of the definition. */
function decorate(walk: Walk, node: number, symbol: number): void {
  const before = (walk.notes.get(`decorators ${node}`) ?? []) as readonly number[];
  const decorators = [...before, ...walk.children(node).filter((child) => walk.kind(child) === 'decorator')];
  if (decorators.length === 0) return;
  walk.draft(symbol).decorators = decorators.map((one) => walk.value(one));
  for (const one of decorators.toReversed()) {
    const [start, end, line] = [walk.start(one), walk.end(one), walk.line(one)];
    const args: CodeCall['args'] = [{ value: ['d', symbol] }];
    walk.facts.calls.push({ scope: walk.scope, line, start, end, callee: walk.value(one), args, implied: 'decorator' });
  }
}
