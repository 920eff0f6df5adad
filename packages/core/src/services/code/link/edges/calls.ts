/** Calls with all that they may mean, and those of which nobody can say. */
import type { Site, World } from '../flow/world.ts';
import type { EdgeTarget, LinkEdge, UnresolvedCall } from '../types.ts';
import { calleeName, foreignName, howOf } from './how.ts';
import { UniqueNames } from './unique-names.ts';

export function callEdges(world: World): { readonly edges: LinkEdge[]; readonly unresolved: UnresolvedCall[] } {
  const edges: LinkEdge[] = [];
  const unresolved: UnresolvedCall[] = [];
  const names = new UniqueNames(world.program);
  for (const site of world.sites) {
    const edge = edgeOf(world, site);
    if (edge) edges.push(edge);
    else if (site.callee !== null) {
      const guess = names.guess(site);
      if (guess !== null) edges.push({ ...frame(world, site), to: [{ symbol: guess, how: 'unique-name' }], low: true });
      else unresolved.push(unresolvedOf(world, site));
    }
  }
  return { edges, unresolved };
}

function frame(world: World, { place, callee }: Site): Omit<LinkEdge, 'to'> {
  const from = world.program.runnerOf(place.file, place.scope);
  const isImplied = callee === null;
  return { kind: 'call', from, line: place.line, site: [place.start, place.end], ...(isImplied && { implied: true }) };
}

function edgeOf(world: World, site: Site): LinkEdge | null {
  const symbols = new Set(world.targetsOf(site));
  for (const made of world.madeAt(site)) if (!constructs(world, site, made)) symbols.add(made);
  const ours: EdgeTarget[] = [...symbols]
    .sort((a, b) => a - b)
    .map((symbol) => ({ symbol, how: howOf(world, site, symbol) }));
  const others = world.othersOf(site)
    .map((value) => foreignName(world, value))
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const to = [...ours, ...others];
  return to.length === 0 ? null : { ...frame(world, site), to };
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
