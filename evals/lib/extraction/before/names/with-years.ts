/** The year is part of the name of an event: `2002 Winter Olympics`. */
import type { Thing } from '../../../../../packages/providers/src/extract/patterns/pattern.ts';
import type { Name } from './find-names.ts';

/** Both without the years that became part of a name. */
export function withYears(
  things: readonly Thing[],
  names: readonly Name[],
  text: string,
): { things: readonly Thing[]; names: readonly Name[] } {
  const byEnd = new Map(things.filter((thing) => isYear(thing, text)).map((thing) => [thing.end, thing]));
  const used = new Set<Thing>();
  const dated = names.map((name) => {
    const year = name.type === 'event' && text[name.start - 1] === ' ' ? byEnd.get(name.start - 1) : undefined;
    if (!year) return name;
    used.add(year);
    return { ...name, start: year.start };
  });
  return { things: things.filter((thing) => !used.has(thing)), names: dated };
}

function isYear({ type, start, end }: Thing, text: string): boolean {
  return type === 'date' && /^\d{4}$/u.test(text.slice(start, end));
}
