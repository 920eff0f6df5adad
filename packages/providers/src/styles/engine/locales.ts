/** Which language is meant: as it is said, or by its first letters. */
import { ZapomniError } from '@zapomni/core/errors';
import { nearest } from '../shelf/nearest.ts';
import type { Shelf } from '../shelf/shelf.ts';
import type { XmlNode } from '../shelf/xml-node.ts';

/** Where a language has several countries. */
const MAIN: Readonly<Record<string, string>> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  nn: 'nn-NO',
  pt: 'pt-PT',
  zh: 'zh-CN',
};

const FALLBACK = 'en-US';

/** A country that has none of its own gets that of its language; what can be no country was meant otherwise. */
const WITH_COUNTRY = /^\s*[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?\s*$/i;

/** For one that the caller asks for. */
export function localeNamed(shelf: Shelf, said: string): string {
  const names = shelf.localeNames();
  const found = WITH_COUNTRY.test(said) ? find(names, said) : null;
  if (found !== null) return found;
  const near = nearest(said, names);
  const error = `there is no locale '${said.trim().slice(0, 40).toWellFormed()}'`;
  throw new ZapomniError('NOT_FOUND', `locale: ${error}.`, {
    issues: [{ field: 'locale', error }],
    hint: near.length > 0 ? `Nearest: ${near.join(', ')}.` : `There are ${names.join(', ')}.`,
  });
}

/** For one that a style or an item names; one that is not here is not worth failing for. */
export function localeFor(shelf: Shelf, said: string): XmlNode {
  const name = find(shelf.localeNames(), said) ?? FALLBACK;
  return shelf.locale(name) as XmlNode;
}

function find(names: readonly string[], said: string): string | null {
  const wanted = said.trim().replaceAll('_', '-').toLowerCase();
  const exact = names.find((name) => name.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const [language = ''] = wanted.split('-');
  const main = MAIN[language];
  return main ?? names.find((name) => name.toLowerCase().split('-')[0] === language) ?? null;
}
