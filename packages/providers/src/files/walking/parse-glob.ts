/** A pattern of an ignore file as tokens, split at its slashes. */
import { parseCharClass } from './char-class.ts';
import { STAR, type GlobToken } from './glob-segment.ts';

/** Undefined for what can match nothing: a class without an end, a backslash at the end. */
export function parseGlob(pattern: string): GlobToken[][] | undefined {
  const chars = Array.from(pattern);
  const segments: GlobToken[][] = [[]];
  for (let at = 0; at < chars.length; at += 1) {
    const tokens = segments.at(-1) as GlobToken[];
    const char = chars[at] as string;
    if (char === '/') segments.push([]);
    else if (char === '*') tokens.push(STAR);
    else if (char === '?') tokens.push(() => true);
    else if (char === '\\') {
      const escaped = chars[(at += 1)];
      if (escaped === undefined) return undefined;
      if (escaped === '/') segments.push([]);
      else tokens.push(escaped);
    } else if (char === '[') {
      const parsed = parseCharClass(chars, at);
      if (!parsed) return undefined;
      tokens.push(parsed.test);
      at = parsed.last;
    } else tokens.push(char);
  }
  return segments;
}
