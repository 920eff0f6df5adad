/** Whether a font is bold: mostly only its name says so. */

const BOLD = /bold|black|heavy|demi|cmbx|cmb\d|sfbx|ecbx|,b|-medi\b/iu;
/** Of one whose name is not known. What PDFium tells for others is worked out from the width of their stems, and often wrong. */
const WEIGHT = 600;

export function isBoldFont(name: string, weight = 0): boolean {
  return name === '' ? weight >= WEIGHT : BOLD.test(name);
}
