/** `{{q}}` and `{{q|urlencode}}`: values of a run in the places that a definition leaves open. Texts are put in as they are; nothing in them is read again. */

const PLACE = /\{\{\s*([a-z][a-z0-9_]{0,40})\s*(?:\|\s*([a-z]+)\s*)?\}\}/g;
const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  urlencode: (text) => encodeURIComponent(text.toWellFormed()),
};

/** What is wrong with a text of places; null where nothing is. */
export function templateFault(text: string, known: ReadonlySet<string>): string | null {
  for (const [, name = '', filter] of text.matchAll(PLACE)) {
    if (!known.has(name)) return `{{${name}}} is no parameter; there are ${[...known].join(', ')}`;
    if (filter !== undefined && !Object.hasOwn(FILTERS, filter))
      return `|${filter} is no filter; there is ${Object.keys(FILTERS).join(', ')}`;
  }
  return /\{\{|\}\}/.test(text.replaceAll(PLACE, '')) ? 'has {{ or }} that is no {{parameter}}' : null;
}

export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = '']) => name);
}

export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (_, name: string, filter?: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    return filter === undefined ? value : (FILTERS[filter]?.(value) ?? value);
  });
}
