/**
 * What a part of a repository sees of files in other parts: their definitions, and what runs when they are loaded. Bodies of functions
 * stay closed: no values come from there, and no file is as large outside of its part as in it.
 */
import type { CodeCall, CodeFacts } from '../../../ports/index.ts';

/** In the place of a call in a body: numbers of calls stay what they are. */
const CLOSED: CodeCall = { scope: 0, line: 0, start: 0, end: 0, callee: ['?'], args: [] };

export function fromOutside(facts: CodeFacts): CodeFacts {
  const isOpen = openScopes(facts);
  const isInBody = bodiesOf(facts, isOpen);
  return {
    ...facts,
    references: [],
    imports: facts.imports.filter(({ scope }) => isOpen[scope]),
    flows: facts.flows.filter(({ scope }) => isOpen[scope]),
    calls: facts.calls.map((call) => (isOpen[call.scope] ? call : CLOSED)),
    regions: facts.regions.filter(({ start }) => !isInBody(start)),
  };
}

function openScopes({ scopes }: CodeFacts): boolean[] {
  const isOpen: boolean[] = [];
  for (const { kind, parent } of scopes)
    isOpen.push(kind !== 'function' && (parent === null || isOpen[parent] === true));
  return isOpen;
}

/** Whether a place is in the body of a function. */
function bodiesOf({ symbols, scopes }: CodeFacts, isOpen: readonly boolean[]): (at: number) => boolean {
  const bodies = symbols
    .filter(({ scope, inner }) => isOpen[scope] && inner !== null && scopes[inner]?.kind === 'function')
    .toSorted((a, b) => a.start - b.start);
  return (at) => {
    let [low, high] = [0, bodies.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bodies[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at < (bodies[low - 1]?.end ?? 0);
  };
}
