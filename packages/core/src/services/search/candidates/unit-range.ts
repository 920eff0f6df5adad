/** Maps the scores seen onto 0–1. `floor` fixes the lower end where zero means "nothing in common". */
export function toUnitRange(scores: readonly (number | null)[], floor = Infinity): (score: number) => number {
  let low = floor;
  let high = -Infinity;
  for (const score of scores) {
    if (score === null) continue;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  const range = high - low;
  return range > 0 ? (score) => (score - low) / range : () => 1;
}
