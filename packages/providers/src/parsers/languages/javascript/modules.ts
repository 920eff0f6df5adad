/** What a module takes from others and gives to them. */
import type { CodeImport, Expr } from '@zapomni/core/ports';
import { name } from '../../tree/expr.ts';
import { NONE } from '../../tree/flat-tree.ts';
import type { Leave, Walk } from '../../tree/walk.ts';
import { setFlag, symbolOf } from '../shared/define.ts';

const sourceOf = (walk: Walk, node: number): string => walk.textOf(walk.field(node, 'source')).slice(1, -1);
const wordOf = (walk: Walk, node: number): string => walk.textOf(node).replace(/^['"]|['"]$/gu, '');

export const leaveModule: Readonly<Record<string, Leave>> = { import_statement: imports, export_statement: exports };

function imports(walk: Walk, node: number): void {
  const required = walk.child(node, 'import_require_clause');
  const from = sourceOf(walk, required === NONE ? node : required);
  const typeOnly = walk.has(node, '"type"') || walk.has(node, '"typeof"');
  const take = (at: number, taken: string | null, as: string | null, isType = typeOnly) => {
    const made: CodeImport = { scope: walk.scope, line: walk.line(at), from, name: taken, as };
    walk.facts.imports.push(isType ? { ...made, typeOnly: true } : made);
  };
  if (required !== NONE) return take(node, null, walk.textOf(walk.firstChild(required)));
  const clause = walk.child(node, 'import_clause');
  if (clause === NONE) return take(node, null, null);
  for (const child of walk.children(clause)) {
    const kind = walk.kind(child);
    if (kind === 'identifier') take(child, 'default', walk.textOf(child));
    if (kind === 'namespace_import') take(child, null, walk.textOf(walk.firstChild(child)));
    if (kind !== 'named_imports') continue;
    for (const one of walk.children(child)) {
      const [taken, alias] = [walk.field(one, 'name'), walk.field(one, 'alias')];
      const isType = typeOnly || walk.has(one, '"type"');
      take(one, wordOf(walk, taken), walk.textOf(alias === NONE ? taken : alias), isType);
    }
  }
}

function exports(walk: Walk, node: number): void {
  // What a namespace gives is its own.
  if (walk.scope !== 0) return;
  const line = walk.line(node);
  const give = (given: string, value: Expr | null) => walk.facts.exports.push({ line, name: given, value });
  if (walk.field(node, 'source') !== NONE) return again(walk, node, line);
  const isDefault = walk.has(node, '"default"');
  const declaration = walk.field(node, 'declaration');
  const value = walk.field(node, 'value');
  if (walk.has(node, '"="')) give('=', walk.value(walk.firstChild(node)));
  else if (declaration !== NONE) declared(walk, declaration, isDefault, give);
  else if (value !== NONE) give('default', walk.value(value));
  for (const one of walk.children(walk.child(node, 'export_clause'))) {
    const [own, alias] = [walk.field(one, 'name'), walk.field(one, 'alias')];
    give(wordOf(walk, alias === NONE ? own : alias), name(walk.textOf(own)));
  }
}

/** `export … from`. */
function again(walk: Walk, node: number, line: number): void {
  const from = sourceOf(walk, node);
  const { exports: given } = walk.facts;
  const whole = walk.child(node, 'namespace_export');
  if (whole !== NONE) given.push({ line, name: wordOf(walk, walk.firstChild(whole)), value: null, from, taken: '*' });
  else if (walk.has(node, '"*"')) given.push({ line, name: '*', value: null, from });
  for (const one of walk.children(walk.child(node, 'export_clause'))) {
    const [own, alias] = [walk.field(one, 'name'), walk.field(one, 'alias')];
    const taken = wordOf(walk, own);
    given.push({ line, name: alias === NONE ? taken : wordOf(walk, alias), value: null, from, taken });
  }
}

function declared(walk: Walk, node: number, isDefault: boolean, give: (given: string, value: Expr) => void): void {
  const symbol = symbolOf(walk, node);
  if (symbol !== undefined && isDefault) setFlag(walk, symbol, 'default');
  if (symbol !== undefined) return give(isDefault ? 'default' : walk.draft(symbol).name, ['d', symbol]);
  for (const child of walk.children(node)) {
    if (walk.kind(child) === 'variable_declarator')
      for (const one of namesIn(walk.value(walk.field(child, 'name')))) give(one, name(one));
  }
}

/** Names that a pattern binds. Patterns are no deeper than values may be. */
function namesIn(target: Expr): string[] {
  if (target[0] === 'n') return [target[1]];
  if (target[0] === 'e') return namesIn(target[1]);
  if (target[0] === 'l') return target[1].flatMap(namesIn);
  return target[0] === 'o' ? target[1].flatMap(([, value]) => namesIn(value)) : [];
}
