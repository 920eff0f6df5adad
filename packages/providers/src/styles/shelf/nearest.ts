import { editDistance } from '@zapomni/core/model';

/** Names that may have been meant: those that contain what was said, or that it contains, and those with few other letters. */
const MOST = 5;

export function nearest(said: string, names: readonly string[]): string[] {
  const wanted = said.trim().toLowerCase().slice(0, 100);
  return names
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= 0.6)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** From 0, the same, to 1, nothing in common. */
function distance(a: string, b: string): number {
  if (a.length >= 2 && (b.includes(a) || a.includes(b))) return 0.3;
  const words = b.split('-').map((word) => editDistance(a, word) / Math.max(a.length, word.length, 1));
  return Math.min(editDistance(a, b) / Math.max(a.length, b.length, 1), 0.1 + Math.min(...words));
}
