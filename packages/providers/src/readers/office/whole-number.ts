/** A number that a file says, if it is a whole one within bounds: levels, columns and rows are counted with, and files lie. */
export function wholeNumber(said: string | undefined, [least, most]: readonly [number, number]): number | undefined {
  const number = Number(said ?? Number.NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
