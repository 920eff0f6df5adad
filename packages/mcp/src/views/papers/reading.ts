/** What was read of papers, as clients see it. */
import { nameOf, type CheckedReference, type CheckedReferences, type PaperMetadata } from '@zapomni/core/research';
import { toAnnotation } from './annotation.ts';
import { toArticle } from './paper.ts';
import { toSourceReport } from './source.ts';
import { round } from '../values.ts';

const MOST_NAMES = 100;

export function toMetadata(found: PaperMetadata) {
  const { title, titleFrom, names, authorLines, abstract, date, ids, file, name, pages, preview, structure } = found;
  return {
    ...(name === null ? {} : { name }),
    ...(title === null ? {} : { title, title_from: titleFrom ?? 'page' }),
    authors: names.slice(0, MOST_NAMES),
    ...(names.length > MOST_NAMES ? { authors_total: names.length } : {}),
    authors_printed: [...authorLines],
    family_names: found.item.contributors.map(({ family, literal }) => family ?? literal ?? '').slice(0, MOST_NAMES),
    ...(abstract === null ? {} : { abstract }),
    ...(date === null ? {} : { date: { ...date } }),
    identifiers: ids.map(({ identifier, confidence }) => ({ ...identifier, confidence: round(confidence) })),
    ...(pages === null ? {} : { pages }),
    file,
    ...(preview === null ? {} : { text_preview: preview }),
    ...(structure === null ? {} : { structure: toStructure(structure) }),
    ...(found.warnings.length === 0 ? {} : { warnings: [...found.warnings] }),
  };
}

function toStructure({ annotations, sections, ...counts }: NonNullable<PaperMetadata['structure']>) {
  return {
    ...counts,
    sections: sections.map(({ page, ...section }) => ({ ...section, ...(page === null ? {} : { page }) })),
    annotations: annotations.map(toAnnotation),
  };
}

export function toCheckedReferences({ total, references, looked, sources, next }: CheckedReferences) {
  const counts = Map.groupBy(references, ({ verdict }) => verdict);
  return {
    total,
    sources_asked: looked,
    summary: Object.fromEntries([...counts].map(([verdict, group]) => [verdict, group.length])),
    references: references.map(toReference),
    ...(sources.length === 0 ? {} : { sources: sources.map(toSourceReport) }),
    ...(next === null ? {} : { next_offset: next }),
  };
}

function toReference(reference: CheckedReference) {
  const { n, raw, marker, verdict, printed, item, paper, confidence, method, found, wrong } = reference;
  const year = item.issued?.year;
  return {
    n,
    ...(marker === null ? {} : { marker }),
    raw,
    verdict,
    ...(item.title === undefined ? {} : { title: item.title }),
    authors: item.contributors.filter(({ role }) => role === 'author').map(nameOf),
    ...(year === undefined ? {} : { year }),
    printed,
    identifiers: [...item.identifiers],
    ...(paper === null ? {} : { article: toArticle(paper) }),
    ...(confidence === null ? {} : { confidence: round(confidence) }),
    ...(method === null ? {} : { found_by: method }),
    ...(found === null ? {} : { found: toFoundWork(found) }),
    ...(wrong.length === 0 ? {} : { wrong: [...wrong] }),
  };
}

/** Enough to see whether it is meant, and to add it. */
function toFoundWork({ title = '', issued, contributors, identifiers }: NonNullable<CheckedReference['found']>) {
  return {
    title,
    authors: contributors
      .filter(({ role }) => role === 'author')
      .slice(0, MOST_NAMES)
      .map(nameOf),
    ...(issued?.year === undefined ? {} : { year: issued.year }),
    identifiers: identifiers.filter(({ scheme }) => scheme !== 'issn').map(({ scheme, value }) => `${scheme}:${value}`),
  };
}
