/** Whatever a format can hold is there again after it was written and read; `holdings.ts` says what that is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  BibliographicItem,
  Contributor,
  ContributorRole,
  Identifier,
  ItemType,
  PartialDate,
} from '../../../model/papers/index.ts';
import { spaced } from './build/item-draft.ts';
import { HOLDINGS, openBibliography, WRITABLE, writeBibliography, type Holding } from './index.ts';
import { hasIssues } from './xml/zotero-words.ts';

const SIGNS = [
  ...`\\{}$&%#_~^<>"'\`|@=+-*/:;.,!?()[]`,
  '--',
  "''",
  '``',
  '%0 ',
  'TY  - ',
  ' and ',
  '<i>',
  '&c;',
  ']]>',
  '@x{',
];
const WORDS = ['Smith', 'naïve', 'Ünïcode', 'данные', '数据', 'DNA', 'iPhone', 'α-β', '𝒳', '2nd', 'of'];

/** One line, as formats keep it. */
const text = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...signs), fc.constant(' ')), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => spaced(parts.join('')))
    .filter((one) => /[\p{L}\p{N}]/u.test(one));

const anyText = text(SIGNS);
/** Nothing that parts names or keywords. */
const plainText = text([...`{}$&%#_~^"'`]).map((one) => one.replaceAll(/^[^\p{L}\p{N}]+/gu, ''));
const capital = plainText.map((one) => `X${one}`);

const month = fc.integer({ min: 1, max: 12 });
const day = fc.integer({ min: 1, max: 28 });
const year = fc.integer({ min: 1, max: 9999 });
const exact = fc.oneof(
  fc.record({ year }),
  fc.record({ year, month }),
  fc.record({ year, month, day }),
  fc.record({ year, season: fc.integer({ min: 1, max: 4 }) }),
);

function dateFor({ dateParts }: Holding): fc.Arbitrary<PartialDate> {
  const has = (part: Holding['dateParts'][number]) => dateParts.includes(part);
  return fc.oneof(
    fc
      .tuple(exact, fc.boolean())
      .map(([date, circa]): PartialDate =>
        circa && has('circa') && !('season' in date) ? { ...date, circa: true } : date,
      ),
    ...(has('range')
      ? [fc.tuple(fc.record({ year, month }), fc.record({ year, month })).map(([start, end]) => ({ ...start, end }))]
      : []),
    fc.constantFrom('in press', 'n.d.', 'forthcoming').map((literal) => ({ literal })),
  );
}

function nameFor(role: ContributorRole, { nameParts }: Holding): fc.Arbitrary<Contributor> {
  const has = (part: Holding['nameParts'][number]) => nameParts.includes(part);
  const maybe = (part: Holding['nameParts'][number], values: fc.Arbitrary<string>) =>
    has(part) ? fc.option(values, { nil: undefined }) : fc.constant(undefined);
  const parts = fc
    .record({
      family: capital,
      given: capital,
      particle: maybe('particle', fc.constantFrom('van', 'de la', 'von der')),
      droppingParticle: maybe('droppingParticle', fc.constantFrom('von', 'da')),
      suffix: maybe('suffix', fc.constantFrom('Jr.', 'III')),
    })
    // No format but CSL's own tells two particles of one name apart.
    .map(({ droppingParticle, ...name }) => ({
      ...name,
      ...(name.particle === undefined ? { droppingParticle } : {}),
    }));
  const about = fc.record({
    orcid: maybe('orcid', fc.constant('0000-0002-1825-0097')),
    affiliation: maybe('affiliation', plainText),
  });
  const names = [
    parts,
    plainText.map((literal) => ({ literal })),
    ...(has('family alone') ? [capital.map((family) => ({ family }))] : []),
  ];
  return fc.tuple(fc.oneof(...names), about).map(([name, more]) => said({ role, ...name, ...more }));
}

/** Without what is undefined. */
function said<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

const IDENTIFIERS: readonly Identifier[] = [
  { scheme: 'doi', value: '10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2' },
  { scheme: 'arxiv', value: '1706.03762' },
  { scheme: 'pmid', value: '12345' },
  { scheme: 'pmcid', value: 'PMC1234567' },
  { scheme: 's2', value: 'corpusid:215416146' },
  { scheme: 'openalex', value: 'W2741809807' },
  { scheme: 'dblp', value: 'conf/nips/VaswaniSPUJGKP17' },
  { scheme: 'isbn', value: '9780306406157' },
  { scheme: 'issn', value: '2049-3630' },
  { scheme: 'url', value: 'https://example.org/a_b?c=d&e=~f%20g' },
];

/** Fields that only the format itself has. */
const EXTRAS: Readonly<Record<string, string>> = { ris: 'C8', 'endnote-xml': 'custom3', refer: '%4' };

/** Items that hold nothing that the format does not. */
function itemsFor(format: string, holding: Holding): fc.Arbitrary<BibliographicItem> {
  const texts = Object.fromEntries(
    holding.texts.map((field) => [
      field,
      field === 'page' ? fc.constantFrom('12-34', 'e1234', 'S1-S5', 'iv') : anyText,
    ]),
  );
  const dates = Object.fromEntries(holding.dates.map((field) => [field, dateFor(holding)]));
  const ids = IDENTIFIERS.filter(({ scheme }) => holding.identifiers.includes(scheme));
  const extra = anyText.map((value) => ({ [EXTRAS[format] ?? 'xnote']: value }));
  const rest = {
    ...texts,
    ...dates,
    ...(holding.keywords ? { keywords: fc.uniqueArray(plainText, { minLength: 1, maxLength: 3 }) } : {}),
    ...(holding.files
      ? { files: fc.uniqueArray(fc.constantFrom('a b/c.pdf', 'C:\\x\\y.pdf', 'https://x.org/a.pdf'), { minLength: 1 }) }
      : {}),
    ...(holding.extra ? { extra } : {}),
  };
  return fc
    .tuple(
      fc.record({
        type: fc.constantFrom<ItemType>(...holding.types),
        citekey: fc.constantFrom('smith2020', 'Ünï:1', 'a.b-c_d/e+f'),
        contributors: fc.array(
          fc.constantFrom(...holding.roles).chain((role) => nameFor(role, holding)),
          { maxLength: 4 },
        ),
        identifiers: fc.subarray([...ids]),
      }),
      fc.record(rest, { requiredKeys: [] }),
    )
    .map(
      ([must, may]) =>
        said({
          ...must,
          ...(may as Partial<BibliographicItem>),
          ...(holding.citekey ? {} : { citekey: undefined }),
        }) as BibliographicItem,
    );
}

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
  if (format !== 'nbib' && format !== 'pubmed-xml') return item;
  const { available_date: available, original_title: original, title, ...rest } = item;
  return said({
    ...rest,
    title: title ?? original,
    original_title: title && original,
    available_date: available?.day === undefined ? undefined : available,
  }) as BibliographicItem;
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
