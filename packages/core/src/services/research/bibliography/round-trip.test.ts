/** Whatever a format can hold is there again after it was written and read; `holdings.ts` says what that is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BibliographicItem, Contributor } from '../../../model/papers/index.ts';
import { HOLDINGS, openBibliography, WRITABLE, writeBibliography, type Holding } from './index.ts';
import { itemsFor } from './testing/items.ts';
import { hasIssues } from './xml/zotero-words.ts';

const RUNS = Number(process.env['ZAPOMNI_LAW_RUNS'] ?? 100);
const findCharset = async () => 'utf-8';

async function writtenAndRead(items: readonly BibliographicItem[], format: (typeof WRITABLE)[number]) {
  const pieces: string[] = [];
  for await (const piece of writeBibliography(items, format)) pieces.push(piece);
  // Found by its content, as users give it.
  const bibliography = await openBibliography(pieces.join(''), { findCharset });
  const [read, problems]: [BibliographicItem[], unknown[]] = [[], []];
  for await (const finding of bibliography.findings)
    if (finding.kind === 'entry') read.push(finding.item);
    else problems.push(finding);
  return { text: pieces.join(''), read, problems };
}

/** Lists of people are kept by role, identifiers have no order. */
function ordered(item: BibliographicItem): BibliographicItem {
  const byRole = Map.groupBy(item.contributors, ({ role }: Contributor) => role);
  return {
    ...item,
    contributors: [...byRole.keys()].toSorted().flatMap((role) => byRole.get(role) ?? []),
    identifiers: item.identifiers.toSorted((a, b) => a.scheme.localeCompare(b.scheme)),
  };
}

/** The remarks of the table. */
function held(format: string, item: BibliographicItem): BibliographicItem {
  if (format === 'zotero-rdf') {
    const { issue, number, ...rest } = item;
    const kept = hasIssues(item.type) ? { issue } : { number };
    return Object.fromEntries(
      Object.entries({ ...rest, ...kept }).filter(([, value]) => value !== undefined),
    ) as BibliographicItem;
  }
  if ((format === 'nbib' || format === 'pubmed-xml') && item.available_date && item.available_date.day === undefined) {
    const { available_date: _, ...rest } = item;
    return rest as BibliographicItem;
  }
  return item;
}

describe.each(WRITABLE)('%s', (format) => {
  const holding: Holding = HOLDINGS[format];

  it('gives back what it can hold', async () => {
    await fc.assert(
      fc.asyncProperty(itemsFor(format, holding), async (item) => {
        const { read, problems } = await writtenAndRead([item], format);
        expect(problems).toEqual([]);
        expect(read.map(ordered)).toEqual(
          [held(format, item)].map(({ citekey, ...rest }) =>
            ordered({ ...rest, ...(citekey ? { citekey } : {}) } as BibliographicItem),
          ),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps many apart, in their order, each under a key of its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(itemsFor(format, holding), { minLength: 2, maxLength: 5 }), async (items) => {
        const titled = items.map((item, i) => ({ ...item, title: `Number ${i}`, citekey: 'same' }));
        const { read } = await writtenAndRead(titled, format);
        expect(read.map(({ title }) => title)).toEqual(titled.map(({ title }) => title));
        if (holding.citekey)
          expect(read.map(({ citekey }) => citekey)).toEqual(
            ['same', 'samea', 'sameb', 'samec', 'samed'].slice(0, items.length),
          );
      }),
      { numRuns: 20 },
    );
  });
});
