/** Which call a name belongs to that is written in it: the smallest around it, if the name stands where that says what is called. */
import type { PlacedOccurrence } from './fit-document.ts';

export type Site = readonly [start: number, end: number];

/** What may stand between the beginning of a call and the name of what is called, once calls before it are taken away. */
const RECEIVER = /^[\w$\s.?!:[\]"'`@#*&<>-]*$/u;
const LONGEST_RECEIVER = 2000;
const LONGEST_BETWEEN = 240;

/** By site: the occurrence that says what is called there. Sites lie inside each other or apart. */
export function calledAt(
  sites: readonly Site[],
  placed: readonly PlacedOccurrence[],
  text: string,
): Map<Site, PlacedOccurrence> {
  const found = new Map<Site, PlacedOccurrence>();
  const inOrder = sites.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  const names = placed.filter(({ to, isDefinition, isImport }) => !isDefinition && !isImport && isCalled(text, to));
  const around: Site[] = [];
  let next = 0;
  for (const name of names.sort((a, b) => a.from - b.from)) {
    for (; next < inOrder.length && (inOrder[next] as Site)[0] <= name.from; next++) {
      drop(around, (inOrder[next] as Site)[0]);
      around.push(inOrder[next] as Site);
    }
    const chain = drop(around, name.from);
    const site = around.at(-1);
    if (site && isReceiver(text, chain?.[0] === site[0] ? chain[1] : site[0], name.from)) setOnce(found, site, name);
  }
  return found;
}

/** Takes those away that end before a place; the last of them is what stands nearest before it. */
function drop(around: Site[], at: number): Site | undefined {
  let last: Site | undefined;
  while ((around.at(-1)?.[1] ?? Number.POSITIVE_INFINITY) <= at) last = around.pop();
  return last;
}

function setOnce(found: Map<Site, PlacedOccurrence>, key: Site, name: PlacedOccurrence): void {
  if (!found.has(key)) found.set(key, name);
}

function isReceiver(text: string, from: number, to: number): boolean {
  return to - from <= LONGEST_RECEIVER && RECEIVER.test(text.slice(from, to));
}

/** What follows a name that is called: its arguments, after types and marks that may stand between. */
function isCalled(text: string, after: number): boolean {
  return /^\s{0,100}(?:!|\?\.)?(?:::)?(?:<[^<>()]{0,100}>)?!?\(/u.test(text.slice(after, after + LONGEST_BETWEEN));
}
