/** Selectors that say what an element is, and not where it happens to stand. */
import type { Element } from './html-tree.ts';

/** Names that a program made up for one version of a page. */
const MADE_UP = /\d{3,}|^(?:css|sc|jss|emotion|svelte|ng)-|__\w{5}$|^[a-zA-Z]{1,2}\d|[a-z]\d[a-z]|[A-Z]\w*\d\w*[A-Z]/;
const PLAIN = /^[a-zA-Z_][\w-]*$/;
const MOST_CLASSES = 2;

function classesOf({ attributes }: Element): string[] {
  return (attributes['class'] ?? '').split(/\s+/).filter((name) => PLAIN.test(name) && !MADE_UP.test(name));
}

/** `li.result`, `h2`; what elements of one kind have in common. */
export function signatureOf(element: Element): string {
  const classes = classesOf(element).slice(0, MOST_CLASSES);
  return [element.tag, ...classes].join('.');
}

/** Enough to tell the rows of a list from others: with what stands around them where they have no name of their own. */
export function rowSelector(row: Element): string {
  const own = signatureOf(row);
  if (own.includes('.')) return own;
  const around = row.parent;
  if (!around || around.tag === '' || around.tag === 'html') return own;
  const id = around.attributes['id'];
  const outer = id !== undefined && PLAIN.test(id) && !MADE_UP.test(id) ? `${around.tag}#${id}` : rowSelector(around);
  return `${outer} > ${own}`;
}

const AT_EDGE = /^(?:nav|header|footer|aside|form|menu|select|button|svg|dialog)$/;

/** What surrounds every page of a site is not what it lists. */
export function isAtEdge(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parent) {
    const role = at.attributes['role'] ?? '';
    if (AT_EDGE.test(at.tag) || /^(?:navigation|banner|contentinfo|menu|menubar|search)$/.test(role)) return true;
  }
  return false;
}
