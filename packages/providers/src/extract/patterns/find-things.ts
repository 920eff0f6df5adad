/** All that is recognised by its spelling, in one pass per pattern. Of two that overlap, the one listed first stays. */
import { ADDRESSES } from './addresses.ts';
import { FILES, PACKAGES, SCRIPT_LIBRARIES, SYMBOLS, TRACKERS, VERSIONS } from './code.ts';
import type { Pattern, Thing } from './pattern.ts';
import { AMOUNTS, DATES } from './quantities.ts';
import { SOCIAL } from './social.ts';

const PATTERNS: readonly Pattern[] = [
  ...ADDRESSES,
  ...PACKAGES,
  ...SCRIPT_LIBRARIES,
  ...FILES,
  ...TRACKERS,
  ...DATES,
  ...VERSIONS,
  ...AMOUNTS,
  ...SOCIAL,
  ...SYMBOLS,
];

/** In the order of the text; they do not overlap. Takes time in proportion to the text. */
export function findThings(text: string): Thing[] {
  const taken = new Uint8Array(text.length);
  const found: Thing[] = [];
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern.regex)) {
      const name = pattern.trailing ? withoutTrailing(match[0], pattern.trailing) : match[0];
      const [start, end] = [match.index, match.index + name.length];
      if (name === '' || taken[start] || taken[end - 1] || pattern.accepts?.(name, text, start) === false) continue;
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ type: pattern.type, start, end, confidence: pattern.confidence });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Keeps a closing bracket whose opening one is part of the name, as in addresses of Wikipedia. */
function withoutTrailing(match: string, trailing: RegExp): string {
  const bare = match.replace(trailing, '');
  const cut = match.slice(bare.length);
  return cut.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare;
}
