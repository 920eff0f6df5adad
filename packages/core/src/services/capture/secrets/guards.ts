/** What tells a secret from what only looks like one: how much it says, and digits that check the others. */

/** Bits for each character, by how often each occurs: words of a language have about 3 to 4, random ones of their length more. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Letters and digits mixed, as people hardly write them. */
export function isRandom(text: string, bits = 3.2): boolean {
  return /[0-9]/.test(text) && /[A-Za-z]/.test(text) && entropy(text) >= bits;
}

/** What people put where a secret would stand. */
const STAND_IN =
  /^(?:\W*|x{3,}|\*+|\.+|<.*>|\$\{?\w+\}?|\{\{?.*\}?\}|%\w+%|(?:your|my|the|some|an?)[-_ ].*|(?:changeme|change_me|example|placeholder|redacted|secret|password|passwd|token|none|null|undefined|true|false|string|empty|process\.env.*|os\.environ.*|env\..*|import\.meta.*))$/i;

/** A value that somebody has set, not a word for one, and not a call or a variable that holds it. */
export function isValue(text: string): boolean {
  return text.length >= 6 && !STAND_IN.test(text) && !/[()]/.test(text) && !text.startsWith('[cut:');
}

/** The last digit of card numbers. */
export function hasLuhn(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).toReversed();
  if (digits.length < 13 || new Set(digits).size < 2) return false;
  const sum = digits.reduce((total, digit, i) => total + (i % 2 === 0 ? digit : (digit * 2) % 9 || (digit && 9)), 0);
  return sum % 10 === 0;
}

/** The two digits of account numbers (ISO 7064, 97-10). */
export function hasMod97(text: string): boolean {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Its first part says which algorithm signed it. */
export function isJwt(text: string): boolean {
  try {
    const head = JSON.parse(atob(text.split('.', 1)[0]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as unknown;
    return typeof head === 'object' && head !== null && 'alg' in head;
  } catch {
    return false;
  }
}

/** A discord token begins with the id of its bot. */
export function beginsWithNumber(text: string): boolean {
  try {
    return /^\d{15,20}$/.test(atob(text.split('.', 1)[0]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''));
  } catch {
    return false;
  }
}
