import type { BibliographicItem, Contributor, PartialDate } from '../../../../model/papers/index.ts';
import { valuesOf } from '../build/identifier-urls.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import { CSL_DATES, CSL_IDENTIFIERS, CSL_TEXTS } from './csl-words.ts';

export async function* writeCslJson(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  let isFirst = true;
  yield '[';
  for await (const item of items) {
    const json = JSON.stringify(toCslJson(item, keys.keyFor(item)), null, 2);
    yield `${isFirst ? '\n' : ',\n'}${json}`;
    isFirst = false;
  }
  yield '\n]\n';
}

/** The item as a processor of CSL takes it, and what it has no place for under `custom`. */
function toCslJson(item: BibliographicItem, id: string): Record<string, unknown> {
  const people = Map.groupBy(item.contributors, ({ role }) => role);
  const custom = customOf(item);
  return {
    id,
    'citation-key': id,
    type: item.type,
    ...Object.fromEntries(
      CSL_TEXTS.flatMap(([field, name]) => (item[field] === undefined ? [] : [[name, item[field]]])),
    ),
    ...Object.fromEntries([...people].map(([role, names]) => [role, names.map(toName)])),
    ...Object.fromEntries(
      CSL_DATES.flatMap(([field, name]) => {
        const date = item[field];
        return date ? [[name, toDate(date)]] : [];
      }),
    ),
    ...Object.fromEntries(
      CSL_IDENTIFIERS.flatMap(([scheme, name]) => {
        const values = valuesOf(item.identifiers, scheme);
        return values.length > 0 ? [[name, values.join(' ')]] : [];
      }),
    ),
    ...(item.keywords ? { keyword: item.keywords.join(', ') } : {}),
    ...(Object.keys(custom).length > 0 ? { custom } : {}),
  };
}

const WITH_VARIABLE: ReadonlySet<string> = new Set(CSL_IDENTIFIERS.map(([scheme]) => scheme));

function customOf({ identifiers, files, extra, keywords }: BibliographicItem): Record<string, unknown> {
  const others = identifiers.filter(({ scheme }) => !WITH_VARIABLE.has(scheme));
  // A word with a comma would be two.
  const words = keywords?.some((word) => /[,;]/.test(word)) ? { keywords } : {};
  return { ...extra, ...words, ...(others.length > 0 ? { identifiers: others } : {}), ...(files ? { files } : {}) };
}

function toName({
  family,
  given,
  particle,
  droppingParticle,
  suffix,
  literal,
  orcid,
  affiliation,
}: Contributor): object {
  const parts = {
    family,
    given,
    'non-dropping-particle': particle,
    'dropping-particle': droppingParticle,
    suffix,
    literal,
    ORCID: orcid,
    affiliation,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

function toDate(date: PartialDate): object {
  if (date.year === undefined) return { literal: date.literal ?? '' };
  const parts = ({ year, month, day }: PartialDate) => [year, month, day].filter((part) => part !== undefined);
  return {
    'date-parts': date.end ? [parts(date), parts(date.end)] : [parts(date)],
    ...(date.season === undefined ? {} : { season: date.season }),
    ...(date.circa ? { circa: true } : {}),
  };
}
