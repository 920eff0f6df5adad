/** Pages, which formats write as one text or as two numbers. */

/** `25`, `138` as `25-138`. */
export function pageRange(first: string, last: string): string {
  const [from, to] = [first.trim(), last.trim()];
  if (from === '' || to === '' || from === to) return from || to;
  return `${from}-${to}`;
}

/** As one hyphen, whatever dash there was. */
export function onePage(text: string): string {
  return text.replaceAll(/\s*(?:--?|–|—|‐)\s*/g, '-').trim();
}

const COUNT = /(?:^|[\s(])(\d+)\s*(?:p|pp|pages?|s|seiten|leaves|l|ff?|blätter|sider|str)\b/iu;

/** `xii, 345 p. : ill.`, as catalogues tell what there is of a work; undefined for volumes, discs and sheets. */
export function pageCount(extent: string): string | undefined {
  return /^\d+$/.test(extent) ? extent : COUNT.exec(extent)?.[1];
}

/** Null for what is no range of two. */
export function twoPages(page: string): readonly [first: string, last: string] | null {
  const found = /^([^\s,;-]+)-([^\s,;-]+)$/.exec(page);
  return found ? [found[1] as string, found[2] as string] : null;
}
