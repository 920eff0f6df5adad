/** Times and shares as every view writes them. */

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** Four decimals are enough for anyone. */
export function round(share: number, digits = 4): number {
  const scale = 10 ** digits;
  return Math.round(share * scale) / scale;
}
