/**
 * What became of the symbols of files. Within a file they are known by name; what is left over on both sides is looked at for what moved or
 * got another name: that says the same, but for its name.
 */
import type { Shape, Shapes } from './shapes.ts';

export const CHANGE_KINDS = ['added', 'removed', 'moved', 'renamed', 'signature', 'body'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface SymbolChange {
  readonly change: ChangeKind;
  /** As it is now; as it was, of what was removed. */
  readonly symbol: Shape;
  /** As it was, of what was not added or removed. */
  readonly before: Shape | null;
  /** Of what moved, has another name or another signature: whether what it does may differ too. */
  readonly bodyChanged: boolean;
  /** Symbols in it that share its fate, and are not told by themselves. */
  readonly members: number;
}

export interface ComparedFile {
  readonly old: Shapes | null;
  readonly new: Shapes | null;
}

export function compareFiles(files: readonly ComparedFile[]): SymbolChange[] {
  const changes: SymbolChange[] = [];
  const [removed, added]: [Shape[], Shape[]] = [[], []];
  for (const file of files) {
    const before = new Map((file.old?.symbols ?? []).map((shape) => [shape.key, shape]));
    for (const shape of file.new?.symbols ?? []) {
      const was = before.get(shape.key);
      before.delete(shape.key);
      if (!was) added.push(shape);
      else changes.push(...changeOf(was, shape));
    }
    removed.push(...before.values());
  }
  const moved = findMoved(removed, added);
  const [gone, here] = [new Set(moved.map(({ before }) => before)), new Set(moved.map(({ symbol }) => symbol))];
  const told = (change: 'added' | 'removed', shapes: readonly Shape[]): SymbolChange[] =>
    shapes.map((symbol) => ({ change, symbol, before: null, bodyChanged: false, members: 0 }));
  const added_ = told(
    'added',
    added.filter((shape) => !here.has(shape)),
  );
  const removed_ = told(
    'removed',
    removed.filter((shape) => !gone.has(shape)),
  );
  return collapse([...changes, ...moved, ...added_, ...removed_]);
}

function changeOf(before: Shape, symbol: Shape): SymbolChange[] {
  const bodyChanged = bodyOf(before) !== bodyOf(symbol);
  const told = { symbol, before, bodyChanged, members: 0 };
  if (before.signature !== symbol.signature) return [{ change: 'signature', ...told }];
  return bodyChanged ? [{ change: 'body', ...told }] : [];
}

/** Without the signature, which stands in it over one line or several. */
function bodyOf({ own, signature }: Shape): string {
  const text = tidy(own.join(' '));
  const head = tidy(signature);
  const at = text.indexOf(head);
  return at === -1 ? text : text.slice(0, at) + text.slice(at + head.length);
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\s*([(){}[\],:;])\s*/g, '$1');
}

/** Shorter ones are alike by chance. */
const LEAST_TEXT = 20;
/** More are only compared for being the same: each is held against each. */
const MOST_COMPARED = 400;
const ALIKE_ELSEWHERE = 0.5;
const ALIKE_HERE = 0.6;

function findMoved(removed: readonly Shape[], added: readonly Shape[]): SymbolChange[] {
  const found: SymbolChange[] = [];
  const left = new Set(removed);
  const open = new Set(added);
  const take = (before: Shape | undefined, symbol: Shape): void => {
    if (!before) return;
    left.delete(before);
    open.delete(symbol);
    const change = before.name === symbol.name ? 'moved' : 'renamed';
    found.push({ change, symbol, before, bodyChanged: bodyOf(before) !== bodyOf(symbol), members: 0 });
  };
  const same = Map.groupBy(removed, formOf);
  for (const symbol of added.filter(isLong))
    take(closest(same.get(formOf(symbol))?.filter((shape) => left.has(shape)) ?? [], symbol), symbol);
  if (left.size > MOST_COMPARED || open.size > MOST_COMPARED) return found;
  for (const symbol of added.filter((one) => open.has(one) && isLong(one))) take(mostAlike([...left], symbol), symbol);
  return found;
}

/** What it says but for its name. */
function formOf({ kind, name, own }: Shape): string {
  return `${kind} ${withoutName(tidy(own.join(' ')), name)}`;
}

/** Names can be anything (`#socket`, `operator+`, `"a b"`), so they are looked for as they are, where they are whole words. */
function withoutName(text: string, name: string): string {
  let [said, from] = ['', 0];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (IN_A_WORD.test(text.charAt(at - 1)) || IN_A_WORD.test(text.charAt(at + name.length))) continue;
    said += `${text.slice(from, at)}\0`;
    from = at + name.length;
  }
  return said + text.slice(from);
}

const IN_A_WORD = /[\p{L}\p{N}_$]/u;

function isLong({ own }: Shape): boolean {
  return own.reduce((sum, line) => sum + line.length, 0) >= LEAST_TEXT;
}

/** One of the same name goes before one of the same file. */
function closest(shapes: readonly Shape[], symbol: Shape): Shape | undefined {
  return (
    shapes.find(({ name }) => name === symbol.name) ?? shapes.find(({ path }) => path === symbol.path) ?? shapes[0]
  );
}

function mostAlike(shapes: readonly Shape[], symbol: Shape): Shape | undefined {
  const alike = shapes
    .filter(({ kind, name, path }) => kind === symbol.kind && (name === symbol.name || path === symbol.path))
    .map((shape) => ({ shape, likeness: likenessOf(shape, symbol) }))
    .filter(({ shape, likeness }) => likeness >= (shape.name === symbol.name ? ALIKE_ELSEWHERE : ALIKE_HERE));
  return alike.toSorted((a, b) => b.likeness - a.likeness)[0]?.shape;
}

/** Lines that both have, of all that they have. Names of their own make no difference. */
function likenessOf(a: Shape, b: Shape): number {
  const counts = new Map<string, number>();
  const lines = [a, b].map((shape) => shape.own.map((line) => withoutName(line, shape.name)));
  const [first = [], second = []] = lines;
  for (const line of first) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of second) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared += 1;
    counts.set(line, left - 1);
  }
  const all = first.length + second.length;
  return all === 0 ? 0 : (2 * shared) / all;
}

/** A class that came with its methods is one change. */
function collapse(changes: readonly SymbolChange[]): SymbolChange[] {
  const whole = new Map(changes.map((change) => [placeOf(change, change.symbol.key), change]));
  const members = new Map<SymbolChange, number>();
  const told = changes.filter((change) => {
    const { parent } = change.symbol;
    const around = SHARED.has(change.change) && parent !== null ? whole.get(placeOf(change, parent)) : undefined;
    if (!around || change.bodyChanged) return true;
    members.set(around, (members.get(around) ?? 0) + 1);
    return false;
  });
  return told.map((change) => ({ ...change, members: members.get(change) ?? 0 }));
}

const SHARED = new Set<ChangeKind>(['added', 'removed', 'moved']);

function placeOf({ change, symbol }: SymbolChange, key: string): string {
  return `${change}\0${symbol.path}\0${key}`;
}
