/** Whether words have the shape of people's names; nobody has a list of all names. */

const PARTICLE =
  /^(?:van|von|de|der|den|del|della|di|da|dos|das|do|du|des|la|le|el|al|bin|ibn|ben|ten|ter|zu|zur|af|av|y|e|san|st\.?|saint|mac|mc|o)$/iu;
const INITIALS = /^(?:\p{Lu}\p{M}?\.?[-‐]?){1,4}$/u;
const CAPITAL = /^(?:(?:\p{Lu}\.-?)+)?(?:[dlDLO]['’])?\p{Lu}[\p{L}\p{M}'’´¨`~-]*\.?$/u;
const NO_NAME =
  /^(?:the|of|for|in|on|with|an?|to|from|by|at|is|are|as|its|using|via|und|der|les|des|une?|pour|sur|mit|für|abstract|introduction|summary|university|department|institute|school|college|laboratory|center|centre|hospital|research|science|sciences|technology|engineering|conference|proceedings|journal|international|society|association|group|collaboration|consortium|press|publishing|article|review|report|study|edition|version|draft|federation|republic|analysis|system|systems|theory|model|models|method|methods|data|usa|uk|germany|france|italy|japan|china|canada|spain|india|january|february|march|april|june|july|august|september|october|november|december)$/iu;
const DEGREE =
  /(?<![\p{L}])(?:M\.?\s?D|Ph\.?\s?D|M\.?\s?Sc|B\.?\s?Sc|M\.?\s?P\.?\s?H|Dr\.?\s?P\.?\s?H|D\.?\s?Phil|Psy\.?\s?D|Pharm\.?\s?D|D\.?V\.?M|M\.?A|M\.?S|B\.?A|B\.?S|R\.?N|MBBS|FRCP\w?|FACS|FAAN|(?:Senior |Student |Fellow,? )?(?:Member|Fellow),? (?:IEEE|ACM))\.?(?![\p{L}])/gu;
const MARKS =
  /[*†‡§¶#☯¤◊∗⁎⋆★✉¹²³⁰-⁹ⁱⁿʰ-ʸˡ-ˣᴬ-ᵪᶛ-ᶿ{}|$@~^\\/]+|[\p{So}\p{Sm}]+|(?<=[\p{L}.,\s])\d{1,2}(?:\s?,\s?\d{1,2})*(?![\p{L}\d])|\bID\b|(?<=\p{Ll})ID\b|\(?\b(?:0000-){1}\d{4}-\d{4}-\d{3}[\dX]\)?/gu;
const BEHALF =
  /,?\s*(?:on behalf of|for the|representing|and the|,? the)\s.*(?:collaborations?|group|consortium|team|investigators|network|initiative|study|project)\b.*$/iu;
/** `D.Smirnov`, `Yu.A.Pusep`. */
const GLUED = /(?<=(?:^|[\s.,-])\p{Lu}\p{Ll}?\.)(?=\p{Lu})/gu;
const LETTER_MARKS = /(?<=[\p{L}.])\s(?:[a-z](?:\s?,\s?[a-z\d])*)(?=\s*(?:,|;|and\b|&|$|\p{Lu}))/gu;
const BETWEEN = /\s*(?:[,;•·∙|\t]|\s(?:and|und|et|y|e|i|with|&)(?=\s)|(?<=\s)&|^(?:and|&)\s)\s*/giu;

/** Without what points to footnotes, degrees and collectives. */
function withoutMarks(text: string): string {
  return text
    .replace(BEHALF, '')
    .replaceAll(DEGREE, ' ')
    .replaceAll(MARKS, ' , ')
    .replaceAll(LETTER_MARKS, ' ,')
    .replaceAll(GLUED, ' ')
    .replaceAll(/[^\S\t]+/gu, ' ')
    .trim();
}

/** The names that a line of authors has, as they are printed there. */
export function splitNames(text: string): string[] {
  const parts = withoutMarks(text)
    .split(BETWEEN)
    .map((part) => part.replaceAll(/^(?:[\s.,;:()]+|(?:and|und|et|&)\s+)+|[\s,;:()]+$/giu, ''))
    .filter((part) => part !== '');
  return joinSuffixes(parts);
}

function joinSuffixes(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (/^(?:jr|sr|ii|iii|iv)\.?$/iu.test(part) && joined.length > 0) joined.push(`${joined.pop() ?? ''}, ${part}`);
    else joined.push(part);
  }
  return joined;
}

/** Initials or marks of footnotes: what names have and titles have not. */
export function hasInitials(text: string): boolean {
  return /(?:^|[\s.])\p{Lu}\.\s?\p{Lu}|\p{L}\s?(?:\d(?:,\d)*|[*†‡§])\s?(?:,|and\b|$)/u.test(text);
}

/** Two to six words, each an initial, a capitalised word or a particle, and one of them longer than an initial. */
export function isNameShaped(part: string): boolean {
  const words = part.split(/\s+/u).filter((word) => word !== '');
  if (words.length < 2 || words.length > 6 || !words.some((word) => /\p{L}{2}/u.test(word))) return false;
  const others = words.filter((word) => !isNameWord(word));
  // A page that lost letters leaves parts of names in small ones; initials still show what it is.
  return (
    others.length === 0 ||
    (others.length === 1 &&
      /(?:^|\s)\p{Lu}\./u.test(part) &&
      others.every((word) => /^\p{Ll}+$/u.test(word) && !NO_NAME.test(word)))
  );
}

function isNameWord(word: string): boolean {
  return PARTICLE.test(word) || (!NO_NAME.test(word) && (INITIALS.test(word) || CAPITAL.test(word)));
}

/** The share of a text, by its letters, that are names. */
export function shareOfNames(text: string): number {
  const parts = splitNames(text);
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  const names = parts.reduce((sum, part) => sum + (isNameShaped(part) ? part.length : 0), 0);
  return all === 0 ? 0 : names / all;
}
