/** Names with the right type, distinct in each text, over the types that the set marks. */
import type { Extraction } from '@zapomni/core/ports';
import type { NerRow } from './gold.ts';
import { plain } from './predictions.ts';
import { toFigures, type Prf } from './prf.ts';

/** WNUT's kinds in our words. */
const KINDS: Readonly<Record<string, string>> = {
  person: 'person',
  location: 'place',
  corporation: 'organization',
  group: 'organization',
  'creative-work': 'work',
  product: 'technology',
};
const MARKED = new Set(Object.values(KINDS));

export function scoreTyped(rows: readonly NerRow[], readings: readonly Extraction[]): Prf {
  const counts = { right: 0, said: 0, wanted: 0 };
  for (const [i, { entities }] of rows.entries()) {
    const wanted = new Set(entities.map(({ text, type }) => `${KINDS[type] ?? type} ${plain(text)}`));
    const found = new Set(
      (readings[i] as Extraction).entities.flatMap(({ name, type }) => {
        const kind = type === 'product' ? 'technology' : type;
        return MARKED.has(kind) ? [`${kind} ${plain(name)}`] : [];
      }),
    );
    counts.wanted += wanted.size;
    counts.said += found.size;
    counts.right += [...found].filter((one) => wanted.has(one)).length;
  }
  return toFigures(counts);
}
