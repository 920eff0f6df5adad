/** Numbers of which a format does not say whose they are. */
import { normalizeIdentifier } from '../../../../model/papers/index.ts';
import type { ItemDraft } from './item-draft.ts';

/** What stands in brackets says of which print it is: `(Electronic)`, `(hbk)`, `(v. 1)`. */
const BETWEEN = /[;,\n\r]\s*|\s+(?=\d{4}-\d{3}[\dx]\b|97[89][-\d]|\d{9}[\dx]\b)|\s*\((?!\d{4})[^()]*\)\s*/i;

/** An ISSN or an ISBN, by its check digit; several are parted by anything. */
export function addSerials(draft: ItemDraft, text: string, name: string): void {
  for (const one of text.split(BETWEEN)) {
    const clean = one.trim();
    const found = normalizeIdentifier('issn', clean) ?? normalizeIdentifier('isbn', clean);
    if (found) draft.addKnown(found);
    else if (clean !== '') draft.setExtra(name, clean);
  }
}

export function holdsSerials(text: string): boolean {
  return text.split(BETWEEN).some((one) => normalizeIdentifier('issn', one) ?? normalizeIdentifier('isbn', one));
}
