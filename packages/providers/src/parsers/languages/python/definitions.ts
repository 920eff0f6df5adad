/** Functions, classes and lambdas of Python: their symbols and scopes on entering, their parts on leaving. */
import type { CodeCall, CodeParam, Expr, SymbolFlag, SymbolKind } from '@zapomni/core/ports';
import { lastName } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { define, symbolOf } from '../shared/define.ts';
import { cleanDoc, spokenText } from './strings.ts';

function definePart(walk: Walk, node: number, kind: SymbolKind, scope: 'class' | 'function'): number {
  const whole = walk.kind(walk.parent(node)) === 'decorated_definition' ? walk.parent(node) : node;
  const named = walk.field(node, 'name');
  const parts = [walk.field(node, 'body')];
  return define(walk, node, { kind, name: walk.textOf(named), named, start: walk.start(whole), scope, parts });
}

export const enterDefinition: Readonly<Record<string, Enter>> = {
  function_definition(walk, node) {
    const inClass = walk.scopeKind === 'class';
    const named = walk.textOf(walk.field(node, 'name'));
    const kind = !inClass ? 'function' : named === '__init__' ? 'constructor' : 'method';
    const draft = walk.draft(definePart(walk, node, kind, 'function'));
    if (walk.has(node, '"async"')) draft.flags.push('async');
    if (named.startsWith('test_')) draft.flags.push('test');
    describe(walk, node, draft);
  },
  class_definition(walk, node) {
    describe(walk, node, walk.draft(definePart(walk, node, 'class', 'class')));
  },
  lambda(walk, node) {
    const draft = walk.draft(definePart(walk, node, 'lambda', 'function'));
    draft.signature = walk.oneLine(walk.start(node), walk.start(walk.field(node, 'body'))).replace(/:$/u, '');
  },
};

function describe(walk: Walk, node: number, draft: ReturnType<Walk['draft']>): void {
  const body = walk.field(node, 'body');
  const until = body === NONE ? walk.end(node) : walk.start(body);
  draft.signature = walk.oneLine(walk.start(node), until).replace(/\s*:(?:\s*#.*)?$/u, '');
  draft.doc = docOf(walk, body);
  draft.visibility = /^_(?!_.*__$)/u.test(draft.name) ? 'private' : 'public';
}

/** A string that is the first statement of a body. */
export function docOf(walk: Walk, body: number): string | null {
  const first = walk.firstChild(body);
  if (walk.kind(first) !== 'expression_statement') return null;
  const value = walk.firstChild(first);
  if (walk.kind(value) !== 'string' && walk.kind(value) !== 'concatenated_string') return null;
  const text = spokenText(walk, value);
  // Bytes are no words.
  return text === null || /^\w*b/iu.test(walk.textOf(value).slice(0, 3)) ? null : cleanDoc(text);
}

export const leaveDefinition: Readonly<Record<string, Leave>> = {
  function_definition(walk, node) {
    const draft = walk.draft(symbolOf(walk, node) as number);
    const inClass = draft.kind === 'method' || draft.kind === 'constructor';
    draft.params = paramsOf(walk, walk.field(node, 'parameters'), inClass);
    const returns = walk.field(node, 'return_type');
    draft.returns = returns === NONE ? null : walk.value(returns);
  },
  class_definition(walk, node) {
    const bases = walk.children(walk.field(node, 'superclasses'));
    walk.draft(symbolOf(walk, node) as number).bases = bases.flatMap((base) =>
      walk.kind(base) === 'keyword_argument' ? [] : [walk.value(base)],
    );
  },
  lambda(walk, node) {
    const symbol = symbolOf(walk, node) as number;
    const draft = walk.draft(symbol);
    draft.params = paramsOf(walk, walk.field(node, 'parameters'), false);
    const body = walk.field(node, 'body');
    if (body !== NONE)
      walk.flowAs({ node: body, how: 'return', target: null, value: walk.value(body), scope: draft.inner as number });
    return ['d', symbol];
  },
  decorator: (walk, node) => walk.value(walk.firstChild(node)),
  decorated_definition: decorated,
};

/** `@a @b def f` is `f = a(b(f))`: the last is applied first. */
function decorated(walk: Walk, node: number): void {
  const definition = walk.field(node, 'definition');
  const symbol = symbolOf(walk, definition) as number;
  const draft = walk.draft(symbol);
  const decorators = walk.children(node).filter((child) => walk.kind(child) === 'decorator');
  draft.decorators = decorators.map((one) => walk.value(one));
  for (const decorator of draft.decorators) flag(draft, lastName(decorator));
  let value: Expr = ['d', symbol];
  for (const one of decorators.toReversed()) {
    const [start, end] = [walk.start(one), walk.end(one)];
    const callee = walk.value(one);
    const { scope } = walk;
    const line = walk.line(one);
    const call: CodeCall = { scope, line, start, end, callee, args: [{ value }], implied: 'decorator' };
    value = ['c', walk.facts.calls.push(call) - 1];
  }
  walk.flow(node, 'declare', ['n', draft.name], value);
}

const FLAGS: Readonly<Record<string, SymbolFlag>> = {
  property: 'getter',
  cached_property: 'getter',
  getter: 'getter',
  setter: 'setter',
  staticmethod: 'static',
  abstractmethod: 'abstract',
  override: 'override',
};

function flag(draft: ReturnType<Walk['draft']>, decorator: string | null): void {
  const found = decorator === null ? undefined : FLAGS[decorator];
  if (found && !draft.flags.includes(found)) draft.flags.push(found);
  // The first parameter of a static method is one like the others.
  const [first, ...rest] = draft.params;
  if (found === 'static' && first?.kind === 'self') draft.params = [{ ...first, kind: 'plain' }, ...rest];
}

/** What stands after `*` goes by name alone. */
function paramsOf(walk: Walk, node: number, inClass: boolean): CodeParam[] {
  const params: CodeParam[] = [];
  let kind: CodeParam['kind'] = inClass ? 'self' : 'plain';
  for (const child of walk.children(node)) {
    const what = walk.kind(child);
    if (what === 'keyword_separator') kind = 'keyword';
    if (what === 'keyword_separator' || what === 'positional_separator') continue;
    const param = paramOf(walk, child, kind);
    if (!param) continue;
    params.push(param);
    kind = param.kind === 'rest' || kind === 'keyword' ? 'keyword' : 'plain';
  }
  return params;
}

const REST: Readonly<Record<string, CodeParam['kind']>> = {
  list_splat_pattern: 'rest',
  dictionary_splat_pattern: 'named',
};

function paramOf(walk: Walk, node: number, kind: CodeParam['kind']): CodeParam | null {
  const what = walk.kind(node);
  if (what === 'identifier') return { name: walk.textOf(node), kind, type: null, value: null };
  const rest = REST[what];
  if (rest) return { name: walk.textOf(walk.firstChild(node)), kind: rest, type: null, value: null };
  const type = walk.field(node, 'type');
  const value = walk.field(node, 'value');
  const inner = walk.field(node, 'name') === NONE ? walk.firstChild(node) : walk.field(node, 'name');
  if (inner === NONE) return null;
  const base = paramOf(walk, inner, kind) ?? { name: walk.textOf(inner), kind, type: null, value: null };
  return {
    ...base,
    type: type === NONE ? null : walk.value(type),
    value: value === NONE ? null : walk.value(value),
  };
}
