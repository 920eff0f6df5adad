/** Calls with all that they may mean, and those of which nobody can say. */
import type { Expr } from '../../../../ports/index.ts';
import { KIND } from '../flow/values.ts';
import type { Site, World } from '../flow/world.ts';
import { SaidTargets } from '../said/said-targets.ts';
import { MARK, type EdgeBook } from './edge-book.ts';
import { BUILTIN, EXTERNAL, HOW_NUMBER, KIND_NUMBER } from './edge-words.ts';
import { calleeName, howOf } from './how.ts';
import { UniqueNames } from './unique-names.ts';

/** Gives way after every thousand calls. `guesses`: whether a name may speak alone. */
export function* callEdges(world: World, book: EdgeBook, guesses: boolean): Generator<void> {
  const names = guesses ? new UniqueNames(world.program) : null;
  const said = new SaidTargets(world);
  const lacking = world.solver.lacking();
  for (let i = 0; i < world.sites.length; i++) {
    if (i % 1000 === 999) yield;
    const site = world.sites[i] as Site;
    if (site.place.file.isOutside) continue;
    const symbols = symbolsAt(world, site, said);
    const others = world.othersOf(site);
    if (symbols.length + others.length > 0) {
      begin(world, site, book);
      if (lacking.has(site.calleeNode) || lacking.has(site.baseNode)) book.mark(MARK.cut);
      for (const symbol of symbols) book.target(symbol, HOW_NUMBER[howOf(world, site, symbol)]);
      nameOthers(world, others, book);
    } else if (site.callee !== null) guess(world, site, { book, names });
  }
}

function guess(world: World, site: Site, { book, names }: { book: EdgeBook; names: UniqueNames | null }): void {
  const found = names?.guess(site) ?? null;
  if (found === null) return leaveOpen(world, site, book);
  begin(world, site, book);
  book.mark(MARK.low);
  return book.target(found, HOW_NUMBER['unique-name']);
}

function begin(world: World, { place, callee, argumentCount }: Site, book: EdgeBook): void {
  book.begin(place.file.index, KIND_NUMBER.call, world.program.runnerOf(place.file, place.scope), place.line);
  book.site(place.start, place.end);
  if (callee === null) book.mark(MARK.implied);
  else {
    if (isMember(callee)) book.mark(MARK.member);
    if (argumentCount !== null) book.written(argumentCount);
  }
}

function isMember(callee: Expr): boolean {
  return callee[0] === 'a' || callee[0] === 's';
}

function symbolsAt(world: World, site: Site, said: SaidTargets): number[] {
  const symbols = world.targetsOf(site);
  for (const made of world.madeAt(site))
    if (!symbols.includes(made) && !constructs(world, site, made)) symbols.push(made);
  said.addTo(symbols, site);
  if (symbols.length > 1) symbols.sort((a, b) => a - b);
  return symbols;
}

function nameOthers({ values }: World, others: number[], book: EdgeBook): void {
  if (others.length > 1) others.sort((a, b) => (String(values.text(a)) < String(values.text(b)) ? -1 : 1));
  for (const value of others) {
    const isExternal = values.kind(value) === KIND.external;
    book.target(book.words.of(String(values.text(value))), isExternal ? EXTERNAL : BUILTIN);
  }
}

/** Whether a constructor that runs for the class is among the targets: then that is what is called. */
function constructs(world: World, site: Site, made: number): boolean {
  const order = world.classes.orderOf(made);
  return world.targetsOf(site).some((target) => {
    const { kind, name } = world.program.symbol(target);
    const around = world.program.classOf(target);
    return (
      around !== null &&
      order.includes(around) &&
      (kind === 'constructor' || name === '__init__' || name === 'constructor')
    );
  });
}

function leaveOpen(world: World, { place, callee }: Site, book: EdgeBook): void {
  book.unresolved(place.file.index, world.program.runnerOf(place.file, place.scope), place.line);
  book.unresolvedAt(place.start, place.end, callee ? calleeName(callee) : '');
}
