/** The known word that a mistyped one is nearest to, if any is near enough to be meant. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: editDistance(word.slice(0, 40), candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (previous[j] as number) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (previous[j + 1] as number) + 1, (row[j] as number) + 1));
    }
    previous = row;
  }
  return previous[b.length] as number;
}
