const LENGTH = 200;

/** The first characters, never half of one. */
export function preview(text: string): string {
  const cut = text.slice(0, LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
