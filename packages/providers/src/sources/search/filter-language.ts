/** An expression that the user wrote in a service's own filter language: `name:value`, several apart by commas. */
import { invalidField } from '@zapomni/core/errors';

const PART = /^[a-z][a-z_.-]*:[^,&#\s][^,&#]*$/iu;

export function filterParts(filter: string | undefined): string[] {
  if (filter === undefined) return [];
  const parts = filter.split(',').map((part) => part.trim());
  if (parts.every((part) => PART.test(part))) return parts;
  throw invalidField(
    'filter',
    'it has to be `name:value`, several apart by commas',
    'As in type:journal-article,has-abstract:true.',
  );
}

/** A type in the service's own words, which are letters and hyphens. */
export function typeWord(type: string, i: number): string {
  if (/^[a-z][a-z-]*$/u.test(type)) return type;
  throw invalidField(`types[${i}]`, 'no type there', 'Types are written as journal-article or posted-content.');
}
