/** Letters that stand above their line and are smaller: they point to a footnote or to an address, and are no part of the word before them. */

export interface LetterLook {
  readonly size: number;
  readonly baseline: number;
}

/** Of the letters beside them, in sizes of the font. */
const SMALLER = 0.85;
const HIGHER = 0.15;

export function isRaised(here: LetterLook, beside: LetterLook): boolean {
  if (here.size > SMALLER * beside.size) return false;
  const rise = here.baseline - beside.baseline;
  return rise > HIGHER * beside.size && rise < beside.size;
}

const PLAIN = 'abcdefghijklmnoprstuvwxyz0123456789';
const SMALL = 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹';

/** As they look: `12,a` is `¹²,ᵃ`. What has no raised sign of its own stays. */
export function raised(text: string): string {
  let written = '';
  for (const sign of text) {
    const at = PLAIN.indexOf(sign);
    written += at < 0 ? sign : (SMALL[at] ?? sign);
  }
  return written;
}

/** One size of those of a line: the one that most have. 0 for none. */
export function mostSize(sizes: readonly number[]): number {
  let [most, best] = [0, 0];
  for (const size of sizes) {
    const alike = sizes.reduce((sum, other) => sum + (Math.abs(other - size) <= SAME_SIZE * size ? 1 : 0), 0);
    if (alike > most) [most, best] = [alike, size];
  }
  return best;
}

/** Of a size; what is measured differs a little. */
export const SAME_SIZE = 0.03;
