/** Several references in one item: `…, 15 (1965); K. Kowalski, …` and `a) …; b) …`. */
import { beginsWithPeople, hasYear } from './reference-starts.ts';

const SHORTEST = 18;
const LETTERED = /(?:^|[;.,)\]]\s*|\s)\(?([a-z])\s?\)\s?(?=\p{Lu}|\p{Ll}+\s\p{Lu}|["“])/gu;
const BREAK = /(?:;|(?<=[\])])\.?|(?<=\d)\.)\s+(?=\p{Lu})/gu;
/** Another journal, volume and page of the same people. */
const JOURNAL = /^(?:\p{Lu}[\p{L}.&]*\s?){1,6}\s?[A-Z]?\d+\s?[,:(\s]/u;

export function splitWithin(raw: string): string[] {
  return byLetters(raw).flatMap((part) => byPeople(part));
}

/** Letters that count up from `a`. */
function byLetters(raw: string): string[] {
  const cuts: number[] = [];
  let next = 'a';
  for (const match of raw.matchAll(LETTERED)) {
    if (match[1] !== next) continue;
    cuts.push(match.index + match[0].search(/\(?[a-z]\s?\)/u));
    next = String.fromCharCode(next.charCodeAt(0) + 1);
  }
  return cuts.length < 2 ? [raw] : pieces(raw, cuts.slice(1));
}

function byPeople(raw: string): string[] {
  const cuts: number[] = [];
  let from = 0;
  for (const match of raw.matchAll(BREAK)) {
    const at = match.index + match[0].length;
    const [before, behind] = [raw.slice(from, at), raw.slice(at)];
    if (before.length < SHORTEST || behind.length < SHORTEST) continue;
    if (
      !hasYear(before) ||
      !hasYear(behind) ||
      !(beginsWithPeople(behind) || (match[0].startsWith(';') && JOURNAL.test(behind)))
    )
      continue;
    cuts.push(at);
    from = at;
  }
  return pieces(raw, cuts);
}

function pieces(raw: string, cuts: readonly number[]): string[] {
  const edges = [0, ...cuts, raw.length];
  return edges
    .slice(1)
    .map((end, i) => raw.slice(edges[i], end).trim())
    .filter((piece) => piece !== '');
}
