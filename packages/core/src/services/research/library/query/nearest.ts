import { editDistance } from '../../../../model/index.ts';

const LONGEST = 60;
/** A word of a name is less than a name. */
const PART = 1.5;

/** The names nearest to one that is not there: by letters, of the whole name or, where it has several, of one of its words. */
export function nearestTo(given: string, names: readonly string[], most = 3): string[] {
  const wanted = given.slice(0, LONGEST);
  const distanceTo = (name: string): number => {
    const words = name.split(/[\s_-]+/);
    const parts = words.length > 1 ? words.map((word) => editDistance(wanted, word.slice(0, LONGEST)) + PART) : [];
    return Math.min(editDistance(wanted, name.slice(0, LONGEST)), ...parts);
  };
  const distance = new Map(names.map((name) => [name, distanceTo(name)]));
  return names.toSorted((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0)).slice(0, most);
}
