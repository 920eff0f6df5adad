/** Calls with all that they may mean, and those of which nobody can say. */
import type { Expr } from '../../../../ports/index.ts';
import type { Site, World } from '../flow/world.ts';
import { SaidTargets } from '../said/said-targets.ts';
import type { EdgeTarget, LinkEdge, UnresolvedCall } from '../types.ts';
import { calleeName, foreignName, howOf } from './how.ts';
import { UniqueNames } from './unique-names.ts';

export interface CallEdges {
  readonly edges: LinkEdge[];
  readonly unresolved: UnresolvedCall[];
}

/** Gives way after every thousand calls. `guesses`: whether a name may speak alone. */
export function* callEdges(world: World, guesses: boolean): Generator<void, CallEdges> {
  const edges: LinkEdge[] = [];
  const unresolved: UnresolvedCall[] = [];
  const names = guesses ? new UniqueNames(world.program) : null;
  const said = new SaidTargets(world);
  const lacking = world.solver.lacking();
  for (let i = 0; i < world.sites.length; i++) {
    if (i % 1000 === 999) yield;
    const site = world.sites[i] as Site;
    if (site.place.file.isOutside) continue;
    const to = targetsOf(world, site, said);
    if (to.length > 0) {
      const isCut = lacking.has(site.calleeNode) || lacking.has(site.baseNode);
      edges.push(edgeOf(world, site, isCut ? { to, cut: true } : { to }));
    } else if (site.callee !== null) {
      const guess = names?.guess(site) ?? null;
      if (guess === null) unresolved.push(unresolvedOf(world, site));
      else edges.push(edgeOf(world, site, { to: [{ symbol: guess, how: 'unique-name' }], low: true }));
    }
  }
  return { edges, unresolved };
}

function edgeOf(world: World, site: Site, rest: Pick<LinkEdge, 'to' | 'low' | 'cut'>): LinkEdge {
  const { place, callee } = site;
  const from = world.program.runnerOf(place.file, place.scope);
  const { line, start, end } = place;
  const { to, low, cut } = rest;
  const args = site.argumentCount;
  // Most have none of the marks: then nothing is copied.
  if (callee !== null && args !== null && !low && !cut)
    return isMember(callee)
      ? { kind: 'call', from, line, site: [start, end], to, args, member: true }
      : { kind: 'call', from, line, site: [start, end], to, args };
  const frame = { kind: 'call' as const, from, line, site: [start, end] as const };
  return callee === null ? { ...frame, implied: true, ...rest } : { ...frame, ...asWritten(callee, args), ...rest };
}

function asWritten(callee: Expr, args: number | null): Pick<LinkEdge, 'args' | 'member'> {
  return { ...(args === null ? {} : { args }), ...(isMember(callee) ? { member: true } : {}) };
}

function isMember(callee: Expr): boolean {
  return callee[0] === 'a' || callee[0] === 's';
}

function targetsOf(world: World, site: Site, said: SaidTargets): EdgeTarget[] {
  const symbols = world.targetsOf(site);
  for (const made of world.madeAt(site))
    if (!symbols.includes(made) && !constructs(world, site, made)) symbols.push(made);
  for (const symbol of said.besides(site, symbols)) symbols.push(symbol);
  if (symbols.length > 1) symbols.sort((a, b) => a - b);
  const ours: EdgeTarget[] = [];
  for (const symbol of symbols) ours.push({ symbol, how: howOf(world, site, symbol) });
  const others = world.othersOf(site);
  if (others.length === 0) return ours;
  const named = others.map((value) => foreignName(world, value));
  if (named.length > 1) named.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return ours.length === 0 ? named : [...ours, ...named];
}

function nameOf(target: { readonly external: string } | { readonly builtin: string }): string {
  return 'external' in target ? target.external : target.builtin;
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

function unresolvedOf(world: World, { place, callee }: Site): UnresolvedCall {
  const from = world.program.runnerOf(place.file, place.scope);
  return { from, line: place.line, site: [place.start, place.end], name: callee ? calleeName(callee) : '' };
}
