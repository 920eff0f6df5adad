/** Works by their titles: those of one title, and those whose titles begin alike, which may be the same with a subtitle more or a slip. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { candidateKeys } from '../../reading/identity/index.ts';

/** Of titles that begin like many (`Proceedings of the …`) so many are looked at, the latest. */
const MOST_ALIKE = 20;

export class TitleBucket<Entry extends { readonly item: BibliographicItem }> {
  readonly #titles = new Map<string, Entry[]>();
  readonly #beginnings = new Map<string, Entry[]>();

  add(entry: Entry): void {
    const { titleKey, titlePrefix } = candidateKeys(entry.item);
    if (titleKey === null) return;
    push(this.#titles, titleKey, entry);
    if (titlePrefix === null) return;
    const alike = push(this.#beginnings, titlePrefix, entry);
    if (alike.length > MOST_ALIKE) alike.shift();
  }

  /** Those of the same title first. */
  like(item: BibliographicItem): Entry[] {
    const { titleKey, titlePrefix } = candidateKeys(item);
    if (titleKey === null) return [];
    return [
      ...new Set([
        ...(this.#titles.get(titleKey) ?? []),
        ...(titlePrefix === null ? [] : (this.#beginnings.get(titlePrefix) ?? [])),
      ]),
    ];
  }
}

function push<Entry>(map: Map<string, Entry[]>, key: string, entry: Entry): Entry[] {
  const list = map.get(key) ?? [];
  list.push(entry);
  map.set(key, list);
  return list;
}
