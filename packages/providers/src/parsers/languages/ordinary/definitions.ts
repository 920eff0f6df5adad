/** Functions, types and members of a language that is a table. */
import type { CodeParam, Expr, SymbolFlag, SymbolKind } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Enter, Leave, Walk } from '../../tree/walk.ts';
import { docAbove } from '../shared/comments.ts';
import { define, headOf, setFlag, symbolOf, writtenVisibility } from '../shared/define.ts';
import { partOf, split, type FunctionRow, type MemberRow, type OrdinaryLanguage, type TypeRow } from './table.ts';

const CLASS_LIKE: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type']);
const MOST_SHOWN = 160;

const FLAGS: readonly (readonly [RegExp, SymbolFlag])[] = [
  [/\b(?:async|suspend)\b/u, 'async'],
  [/\bstatic\b/u, 'static'],
  [/\babstract\b/u, 'abstract'],
  [/\boverride\b|@Override\b/u, 'override'],
  [/\b(?:readonly|final|const)\b/u, 'readonly'],
];

function outer(walk: Walk, node: number, around: ReadonlySet<string>): number {
  let at = node;
  // `type ( A = B; C int )` holds several, so it belongs to none.
  while (around.has(walk.kind(walk.parent(at))) && !walk.has(walk.parent(at), '"("')) at = walk.parent(at);
  return at;
}

/** What stands before the name says how it is meant; what stands in quotes before it does not. */
function describe(walk: Walk, node: number, symbol: number, { language, around, named }: Said): void {
  const draft = walk.draft(symbol);
  draft.start = Math.min(draft.start, walk.start(outer(walk, node, around)));
  draft.lines = [walk.facts.lines.at(draft.start), draft.lines[1]];
  draft.doc = docAbove(walk, draft.start);
  const head =
    named === NONE ? '' : walk.oneLine(walk.start(node), walk.start(named)).replace(/"(?:[^"\\]|\\.)*"/gu, '""');
  for (const [word, flag] of FLAGS) if (word.test(head)) setFlag(walk, symbol, flag);
  draft.visibility = language.visibility?.(draft.name, head) ?? writtenVisibility(head);
  if (language.isTest?.(draft.name, head)) setFlag(walk, symbol, 'test');
}

interface Said {
  readonly language: OrdinaryLanguage;
  readonly around: ReadonlySet<string>;
  readonly named: number;
}

export function enterFunction(language: OrdinaryLanguage, row: FunctionRow): Enter {
  const around = new Set(split(language.around));
  return (walk, node) => {
    // The braces of a lambda are no other lambda.
    if (row.kind === 'lambda' && walk.kind(walk.parent(node)) === 'lambda') return;
    const named = partOf(walk, node, row.name);
    const owner = row.owner?.(walk, node) ?? null;
    const name = row.kind === 'lambda' ? '' : walk.textOf(named);
    const kind = row.kind ?? kindOfFunction(walk, name, owner, language);
    const body = partOf(walk, node, row.body);
    const parts = [partOf(walk, node, row.params), body];
    const symbol = define(walk, node, { kind, name, named, scope: 'function', parts });
    const draft = walk.draft(symbol);
    if (owner !== null) draft.owner = owner;
    draft.signature = headOf(walk, walk.start(node), node, body);
    if (kind !== 'lambda') describe(walk, node, symbol, { language, around, named });
  };
}

function kindOfFunction(
  walk: Walk,
  name: string,
  owner: string | null,
  { constructors }: OrdinaryLanguage,
): SymbolKind {
  const above = walk.draft(walk.symbol);
  if (owner === null && !(walk.scopeKind === 'class' && CLASS_LIKE.has(above.kind))) return 'function';
  return constructors?.test(name) || name === above.name ? 'constructor' : 'method';
}

export function leaveFunction(language: OrdinaryLanguage, row: FunctionRow): Leave {
  const decorators = new Set(split(language.decorators));
  return (walk, node) => {
    const symbol = symbolOf(walk, node);
    if (symbol === undefined) return undefined;
    const draft = walk.draft(symbol);
    const receiver = partOf(walk, node, row.receiver);
    const params = [
      ...paramsOf(walk, receiver).map((one) => ({ ...one, kind: 'self' as const })),
      ...paramsOf(walk, partOf(walk, node, row.params)),
    ];
    draft.params = params;
    const returns = partOf(walk, node, row.returns);
    draft.returns = returns === NONE ? null : walk.value(returns);
    draft.decorators = decoratorsOf(walk, node, decorators);
    returnLast(walk, partOf(walk, node, row.body), draft.inner as number);
    return ['d', symbol];
  };
}

/** A body that is an expression is what the function gives. */
function returnLast(walk: Walk, body: number, scope: number): void {
  if (body === NONE || /block|body|compound|statement/u.test(walk.kind(body))) return;
  walk.flowAs({ node: body, how: 'return', target: null, value: walk.value(body), scope });
}

export function enterType(language: OrdinaryLanguage, row: TypeRow): Enter {
  const around = new Set(split(language.around));
  return (walk, node) => {
    const kind = typeof row.kind === 'function' ? row.kind(walk, node) : row.kind;
    if (kind === null) return;
    const named = partOf(walk, node, row.name);
    const body = partOf(walk, node, row.body);
    const name = walk.textOf(named);
    const scope = kind === 'namespace' ? 'module' : 'class';
    const symbol = define(walk, node, { kind, name, named, ...(body === NONE ? {} : { scope, parts: [body] }) });
    walk.draft(symbol).signature = headOf(walk, walk.start(outer(walk, node, around)), node, body).slice(
      0,
      MOST_SHOWN * 2,
    );
    describe(walk, node, symbol, { language, around, named });
  };
}

export function leaveType(language: OrdinaryLanguage, row: TypeRow): Leave {
  const decorators = new Set(split(language.decorators));
  return (walk, node) => {
    const symbol = symbolOf(walk, node);
    if (symbol === undefined) return undefined;
    const draft = walk.draft(symbol);
    draft.bases = [...draft.bases, ...(row.bases ?? []).flatMap((part) => valuesIn(walk, partOf(walk, node, part)))];
    draft.decorators = decoratorsOf(walk, node, decorators);
    return ['d', symbol];
  };
}

/** The values that a clause lists, through the nodes that only hold them together. */
function valuesIn(walk: Walk, clause: number): Expr[] {
  const found: Expr[] = [];
  const open = clause === NONE ? [] : [clause];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    const value = walk.value(node);
    if (value[0] === 'l') found.push(...value[1]);
    else if (value[0] === '?') open.push(...walk.children(node));
    else found.push(value);
  }
  return found;
}

function decoratorsOf(walk: Walk, node: number, kinds: ReadonlySet<string>): Expr[] {
  if (kinds.size === 0) return [];
  const holders = walk.children(node).filter((child) => /modifiers|attribute|annotation/u.test(walk.kind(child)));
  return holders
    .flatMap((holder) => (kinds.has(walk.kind(holder)) ? [holder] : within(walk, holder, kinds)))
    .map((one) => walk.value(one));
}

function within(walk: Walk, holder: number, kinds: ReadonlySet<string>): number[] {
  const found: number[] = [];
  for (let at = holder + 1; at < (walk.tree.nexts[holder] as number); at++)
    if (kinds.has(walk.kind(at))) found.push(at);
  return found;
}

export function leaveMember(language: OrdinaryLanguage, row: MemberRow): Leave {
  const around = new Set(split(language.around));
  return (walk, node) => {
    const named = partOf(walk, node, row.name);
    const value = partOf(walk, node, row.value);
    const type = partOf(walk, node, row.type);
    const isOuter = walk.scopeKind === 'class' || walk.scopeKind === 'module';
    if (named === NONE || (row.isOuter && !isOuter)) return undefined;
    const name = walk.textOf(named);
    const kind = row.kind === 'variable' && walk.scopeKind === 'class' ? 'field' : row.kind;
    const symbol = define(walk, node, { kind, name, named });
    describe(walk, outer(walk, node, around), symbol, { language, around, named });
    const draft = walk.draft(symbol);
    draft.signature = walk.oneLine(draft.start, Math.min(walk.end(node), draft.start + MOST_SHOWN)).replace(/;$/u, '');
    draft.type = type === NONE ? null : walk.value(type);
    if (value !== NONE) walk.flow(node, 'declare', ['n', name], walk.value(value));
    return undefined;
  };
}

/** A parameter may name several, be a bare name, or have its name deep in a declarator. */
function paramsOf(walk: Walk, node: number): CodeParam[] {
  return walk.children(node).flatMap((child) => {
    const own = walk.kind(child);
    if (/attribute|annotation|modifiers$/u.test(own)) return [];
    const names = walk.children(child).filter((one) => walk.isField(one, 'name'));
    const all = names.length > 0 ? names : [bareName(walk, child)];
    const type = partOf(walk, child, 'type <user_type> <nullable_type> <function_type>');
    const value = partOf(walk, child, 'value default_value');
    return all.flatMap((one): CodeParam[] => {
      const name = walk.textOf(one);
      if (name === '') return [];
      const given = value === NONE ? null : walk.value(value);
      return [{ name, kind: kindOfParam(own), type: type === NONE ? null : walk.value(type), value: given }];
    });
  });
}

const deep = ['pattern', 'declarator', 'name'];

function bareName(walk: Walk, node: number): number {
  let at = node;
  for (;;) {
    const next = deep.map((field) => walk.field(at, field)).find((found) => found !== NONE);
    const inner = next ?? (walk.kind(at).endsWith('_declarator') ? walk.firstChild(at) : NONE);
    if (inner === NONE) break;
    at = inner;
  }
  if (at !== node) return at;
  if (/identifier$|^name$|^self$/u.test(walk.kind(node))) return node;
  return walk.child(node, 'identifier', 'simple_identifier', 'self', 'variable_declarator');
}

function kindOfParam(kind: string): CodeParam['kind'] {
  if (/self/u.test(kind)) return 'self';
  if (/hash_splat/u.test(kind)) return 'named';
  if (/variadic|spread|splat/u.test(kind)) return 'rest';
  return /keyword/u.test(kind) ? 'keyword' : 'plain';
}
