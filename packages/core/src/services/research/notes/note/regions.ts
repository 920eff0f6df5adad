/**
 * Regions of a note's text that are ours, each between two lines that Obsidian does not show:
 *
 *   %% zapomni:begin abstract %%
 *   …
 *   %% zapomni:end abstract %%
 *
 * Everything else is the user's. What we would have written where the user had changed a region stands below it, once:
 *
 *   %% zapomni:conflict abstract 2026-11-17 %%
 *   …
 *   %% zapomni:end conflict %%
 */

export interface Region {
  readonly name: string;
  /** Of the text between the lines. */
  readonly from: number;
  readonly to: number;
  /** Behind the last line. */
  readonly end: number;
  readonly text: string;
}

const BEGIN = /^%% zapomni:begin ([a-z-]+) %%[ \t]*\r?\n/gm;
const CONFLICT = /^%% zapomni:conflict [a-z-]+ \S+ %%[ \t]*\r?\n[\s\S]*?^%% zapomni:end conflict %%[ \t]*(?:\r?\n|$)/gm;

/** Those that begin and end; of two with one name the first. */
export function regionsOf(body: string): Map<string, Region> {
  const regions = new Map<string, Region>();
  let behind = 0;
  for (const match of body.matchAll(BEGIN)) {
    const [line, name = ''] = match;
    if (match.index < behind || regions.has(name)) continue;
    const from = match.index + line.length;
    const ending = new RegExp(`^%% zapomni:end ${name} %%[ \\t]*(?:\\r?\\n|$)`, 'm').exec(body.slice(from));
    if (!ending) continue;
    const to = from + ending.index;
    behind = to + ending[0].length;
    regions.set(name, { name, from, to, end: behind, text: normal(body.slice(from, to)) });
  }
  return regions;
}

/** As it is compared: line ends are the editor's. */
export function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** Texts of others must not end a region. */
export function harmlessText(text: string): string {
  return normal(text.replaceAll(/%%+/g, (signs) => [...signs].join('\u200B')));
}

export function regionText(name: string, text: string, end: string): string {
  return [`%% zapomni:begin ${name} %%`, ...text.split('\n'), `%% zapomni:end ${name} %%`, ''].join(end);
}

export function conflictText(name: string, text: string, day: string, end: string): string {
  return [`%% zapomni:conflict ${name} ${day} %%`, ...text.split('\n'), '%% zapomni:end conflict %%', ''].join(end);
}

/** What the user wrote: the body without our regions and without what we put beside them. */
export function usersText(body: string): string {
  let text = '';
  let at = 0;
  for (const { name, from, end } of [...regionsOf(body).values()].toSorted((a, b) => a.from - b.from)) {
    const begin = body.lastIndexOf(`%% zapomni:begin ${name} %%`, from);
    text += body.slice(at, begin);
    at = end;
  }
  return normal((text + body.slice(at)).replaceAll(CONFLICT, '')).replaceAll(/\n{3,}/g, '\n\n');
}
