import { editDistance } from '../../../../model/index.ts';

const LONGEST = 60;

/** The names nearest to one that is not there. */
export function nearestTo(given: string, names: readonly string[], most = 3): string[] {
  const distanceTo = (name: string): number => editDistance(given.slice(0, LONGEST), name.slice(0, LONGEST));
  const distance = new Map(names.map((name) => [name, distanceTo(name)]));
  return names.toSorted((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0)).slice(0, most);
}
