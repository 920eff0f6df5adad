/** Pages with scripts in them (Vue, Svelte, Astro, HTML): all but the scripts becomes blank, so that offsets and lines stay true. */
const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script\s*>/giu;
/** The part between the dashes at the start of an Astro file. */
const FRONT = /^\uFEFF?\s*---\r?\n([\s\S]*?)\r?\n---/u;
/** A script that holds data. */
const DATA =
  /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|importmap|speculationrules|text\/(?!javascript|typescript|babel))/iu;

export function mask(text: string): string {
  const kept: [start: number, end: number][] = [];
  const front = FRONT.exec(text);
  if (front) keep(kept, front.index + front[0].indexOf('---') + 3, front[1] as string, text);
  for (const match of text.matchAll(SCRIPT)) {
    const tagEnd = match.index + match[0].indexOf('>') + 1;
    if (!DATA.test(text.slice(match.index, tagEnd))) kept.push([tagEnd, tagEnd + (match[1] as string).length]);
  }
  let out = '';
  let at = 0;
  for (const [start, end] of kept) {
    out += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return out + blank(text.slice(at));
}

function keep(kept: [number, number][], from: number, inner: string, text: string): void {
  const start = text.indexOf(inner, from);
  kept.push([start, start + inner.length]);
}

const blank = (text: string) => text.replace(/[^\r\n]/gu, (character) => ' '.repeat(character.length));
