/** Citations and texts of papers as clients and `--json` show them. */
import type { Citations, FoundSentences, ReadArticle } from '@zapomni/core/research';
import { toPart } from '../document.ts';
import { toAnnotation } from './annotation.ts';
import { orLeast, toArticle } from './paper.ts';
import { round } from '../values.ts';

export function toCitations(citations: Citations) {
  const { paper, references, referencesTotal, network, networkTotal, networkIsCut, next } = citations;
  return {
    article: toArticle(paper),
    references_total: referencesTotal,
    references: references.map(({ reference, cited }) => ({
      n: reference.n,
      ...(reference.marker === null ? {} : { marker: reference.marker }),
      ...(reference.raw === null ? {} : { text: reference.raw }),
      ...(reference.item?.title === undefined ? {} : { title: reference.item.title }),
      ...(cited === null ? {} : { cited: toArticle(cited), in_library: cited.value.standing === 'library' }),
      ...(reference.method === null ? {} : { method: reference.method, confidence: round(reference.confidence) }),
      source: reference.source,
    })),
    network_total: networkTotal,
    network: network.map(({ paper: other, distance, direction, via }) => ({
      ...toArticle(other),
      in_library: other.value.standing === 'library',
      distance,
      direction,
      via,
    })),
    ...(networkIsCut ? { network_total_is_lower_bound: true } : {}),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

export function toSentences({ paper, total, isCounted, sentences, next }: FoundSentences) {
  return {
    article: toArticle(paper),
    total,
    ...orLeast(isCounted),
    count: sentences.length,
    sentences: sentences.map(({ citing, context, document, cited }) => ({
      sentence: context.sentence,
      citing: {
        id: citing.key,
        title: citing.value.item.title ?? '',
        ...(citing.value.citekey === null ? {} : { citekey: citing.value.citekey }),
      },
      cited: cited.map(({ key, value }) => ({ id: key, title: value.item.title ?? '' })),
      ...(context.page === null ? {} : { page: context.page }),
      ...(context.section === null ? {} : { section: context.section }),
      ...(context.polarity === null ? {} : { polarity: context.polarity }),
      confidence: round(context.confidence),
      ...(document === '' ? {} : { document_id: document }),
      start: context.start,
      end: context.end,
    })),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

const MOST_ANNOTATIONS = 100;

export function toReadArticle({ paper, file, part, annotations }: ReadArticle) {
  const { abstract = '' } = paper.value.item;
  return {
    article: toArticle(paper),
    ...(file === null ? {} : { file_id: file.key }),
    ...(part === null ? { has_text: false, text: abstract } : { has_text: true, ...toPart(part) }),
    ...(annotations.length === 0 ? {} : { annotations: annotations.slice(0, MOST_ANNOTATIONS).map(toAnnotation) }),
    ...(annotations.length > MOST_ANNOTATIONS ? { annotations_total: annotations.length } : {}),
  };
}
