/** Calls with all that they may mean, and those of which nobody can say. */
import type { Site, World } from '../flow/world.ts';
import type { EdgeTarget, LinkEdge, UnresolvedCall } from '../types.ts';
import { calleeName, foreignName, howOf } from './how.ts';
import { UniqueNames } from './unique-names.ts';

export interface CallEdges {
  readonly edges: LinkEdge[];
  readonly unresolved: UnresolvedCall[];
}

/** Gives way after every thousand calls. */
export function* callEdges(world: World): Generator<void, CallEdges> {
  const edges: LinkEdge[] = [];
  const unresolved: UnresolvedCall[] = [];
  const names = new UniqueNames(world.program);
  const lacking = world.solver.lacking();
  for (const [i, site] of world.sites.entries()) {
    if (i % 1000 === 999) yield;
    const to = targetsOf(world, site);
    if (to.length > 0) {
      const isCut = lacking.has(site.calleeNode) || lacking.has(site.baseNode);
      edges.push(edgeOf(world, site, isCut ? { to, cut: true } : { to }));
    } else if (site.callee !== null) {
      const guess = names.guess(site);
      if (guess === null) unresolved.push(unresolvedOf(world, site));
      else edges.push(edgeOf(world, site, { to: [{ symbol: guess, how: 'unique-name' }], low: true }));
    }
  }
  return { edges, unresolved };
}

function edgeOf(world: World, { place, callee }: Site, rest: Pick<LinkEdge, 'to' | 'low' | 'cut'>): LinkEdge {
  const from = world.program.runnerOf(place.file, place.scope);
  const frame = { kind: 'call' as const, from, line: place.line, site: [place.start, place.end] as const };
  return callee === null ? { ...frame, implied: true, ...rest } : { ...frame, ...rest };
}

function targetsOf(world: World, site: Site): EdgeTarget[] {
  const symbols = world.targetsOf(site);
  for (const made of world.madeAt(site))
    if (!symbols.includes(made) && !constructs(world, site, made)) symbols.push(made);
  const ours: EdgeTarget[] = symbols
    .sort((a, b) => a - b)
    .map((symbol) => ({ symbol, how: howOf(world, site, symbol) }));
  const others = world
    .othersOf(site)
    .map((value) => foreignName(world, value))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return others.length === 0 ? ours : [...ours, ...others];
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
