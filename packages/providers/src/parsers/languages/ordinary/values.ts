/** Values, calls and flows of a language that is a table. */
import type { CodeCall, Expr } from '@zapomni/core/ports';
import { attribute, list, name, subscript, text, UNKNOWN } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Leave, Visitor, Walk } from '../../tree/walk.ts';
import { each, partOf, type CallRow, type OrdinaryLanguage, type Part } from './table.ts';

export function leavesOf(language: OrdinaryLanguage): Visitor['leaf'] {
  return {
    ...each(language.names, (walk: Walk, node: number) => name(walk.textOf(node))),
    ...each(language.strings, stringValue),
    ...each(language.numbers, numberValue),
    ...each(language.self, (): Expr => ['t']),
    ...each(language.super, (): Expr => ['p']),
  };
}

/** Between its quotes, unless something is put in when the program runs. */
function stringValue(walk: Walk, node: number): Expr {
  const parts = walk.children(node);
  const content =
    parts.length === 1 && /content|fragment/u.test(walk.kind(parts[0] as number)) ? (parts[0] as number) : NONE;
  if (content !== NONE) return text(walk.textOf(content));
  return parts.length > 0 ? UNKNOWN : text(walk.textOf(node).replace(/^[@$]*["'`]|["'`]$/gu, ''));
}

function numberValue(walk: Walk, node: number): Expr {
  const value = Number(walk.textOf(node).replaceAll('_', ''));
  return Number.isSafeInteger(value) ? ['k', value] : UNKNOWN;
}

export function valuesOf(language: OrdinaryLanguage): Record<string, Leave> {
  const rows = <T>(table: Readonly<Record<string, T>> | undefined, make: (row: T) => Leave) =>
    Object.fromEntries(Object.entries(table ?? {}).map(([kind, row]) => [kind, make(row)]));
  return {
    ...each<Leave>(language.first, (walk, node) => walk.value(walk.firstChild(node))),
    ...each<Leave>(language.last, (walk, node) => walk.value(walk.children(node).at(-1) ?? NONE)),
    ...each<Leave>(language.lists, (walk, node) => list(walk.children(node).map((child) => walk.value(child)))),
    ...each<Leave>(language.awaits, (walk, node) => ['w', walk.value(walk.firstChild(node))]),
    ...each<Leave>(language.generics, generic),
    ...each<Leave>(language.returns, passes('return')),
    ...each<Leave>(language.raises, passes('raise')),
    ...each<Leave>(language.yields, passes('yield')),
    ...each<Leave>(language.decorators, (walk, node) => valueOfFirst(walk, node)),
    ...rows(
      language.attributes,
      ([of, named]) =>
        (walk, node) =>
          attribute(walk.value(partOf(walk, node, of)), walk.textOf(partOf(walk, node, named))),
    ),
    ...rows(
      language.subscripts,
      ([of, key]) =>
        (walk, node) =>
          subscript(walk.value(partOf(walk, node, of)), walk.value(partOf(walk, node, key))),
    ),
    ...rows(language.calls, call),
    ...rows(language.declares, (parts) => flow('declare', parts)),
    ...rows(language.assigns, (parts) => flow('assign', parts)),
    ...rows(language.iterates, ([target, value]) => (walk, node) => {
      const from = partOf(walk, node, value);
      const end = from === NONE ? walk.end(node) : walk.end(from);
      walk.flowAs({
        node: node,
        how: 'iterate',
        target: walk.value(partOf(walk, node, target)),
        value: walk.value(from),
        end,
      });
    }),
  };
}

/** The first part with a value: a name, or a call with one. */
function valueOfFirst(walk: Walk, node: number): Expr {
  const named = walk.field(node, 'name');
  return walk.value(named === NONE ? walk.firstChild(node) : named);
}

const generic: Leave = (walk, node) => {
  const [of = NONE, given = NONE] = walk.children(node);
  const keys = walk.children(given).map((child) => walk.value(child));
  return given === NONE ? walk.value(of) : subscript(walk.value(of), keys.length > 1 ? list(keys) : (keys[0] ?? null));
};

const passes =
  (how: 'return' | 'raise' | 'yield'): Leave =>
  (walk, node) => {
    const value = walk.firstChild(node);
    if (value !== NONE) walk.flow(node, how, null, single(walk.value(value)));
  };

/** A list of one is that one. */
const single = (value: Expr): Expr => (value[0] === 'l' && value[1].length === 1 ? (value[1][0] as Expr) : value);

function flow(how: 'declare' | 'assign', [target, value]: readonly [Part, Part]): Leave {
  return (walk, node) => {
    const to = single(walk.value(partOf(walk, node, target)));
    const given = single(walk.value(partOf(walk, node, value)));
    if (to[0] !== '?') walk.flow(node, how, to, given);
    return given;
  };
}

function call({ callee, of, name: named, args, isNew }: CallRow): Leave {
  return (walk, node) => {
    const fn = partOf(walk, node, callee);
    const on = partOf(walk, node, of);
    const word = partOf(walk, node, named);
    const called =
      fn === NONE ? (on === NONE ? walk.value(word) : attribute(walk.value(on), walk.textOf(word))) : walk.value(fn);
    const at = fn === NONE ? word : ((walk.children(fn).at(-1) ?? fn) as number);
    const made: CodeCall = {
      scope: walk.scope,
      line: walk.line(at === NONE ? node : at),
      start: walk.start(node),
      end: walk.end(node),
      callee: called,
      args: argumentsOf(walk, partOf(walk, node, args)),
    };
    return ['c', walk.facts.calls.push(isNew ? { ...made, isNew } : made) - 1];
  };
}

export function argumentsOf(walk: Walk, node: number): CodeCall['args'] {
  return walk.children(node).map((child) => {
    const kind = walk.kind(child);
    const isWrapped = /^(?:value_)?argument$|^pair$|keyword_argument/u.test(kind);
    const inner = isWrapped ? (walk.children(child).at(-1) ?? NONE) : child;
    const label = isWrapped ? walk.field(child, 'name') : NONE;
    const value = walk.value(inner);
    const isSpread = value[0] === 'e' || /variadic|spread|splat/u.test(kind);
    return {
      ...(label === NONE || label === inner ? {} : { name: walk.textOf(label) }),
      ...(isSpread ? { spread: true as const } : {}),
      value: value[0] === 'e' ? value[1] : isSpread ? walk.value(walk.firstChild(child)) : value,
    };
  });
}
