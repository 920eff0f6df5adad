/** What stands above the line, where there are characters for it: a power must not become part of the number. */
const RAISED: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
};

export function raised(text: string): string {
  const characters = Array.from(text.trim(), (character) => RAISED[character]);
  return characters.every((character) => character !== undefined) ? characters.join('') : text;
}
