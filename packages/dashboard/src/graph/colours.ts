/** A colour for each type of thing: the same every time, told apart also by most who see few colours. */
const PALETTE = ['#3b7dd8', '#d9822b', '#2f9e6e', '#c0497a', '#7a5fc4', '#8a8a2e', '#2a93a6', '#b0543b'];

export function colourOf(type: string): string {
  let sum = 0;
  for (const letter of type) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return PALETTE[sum % PALETTE.length] as string;
}
