/** How papers look to clients, and what is told of them. Apart from the rest, so that who has no library does not load it. */
export { LEFT_OUT, toFolderFiles } from './folder.ts';
export { toNotesReport } from './note.ts';
export { noticeLine } from './notice.ts';
export { toImportReport } from './bibliography.ts';
export { toAnswer, toChunks, toComparison, toReadingList, toRelatedPapers, toSummary, toTopic } from './evidence.ts';
export {
  toAddedPaper,
  toAddPapersReport,
  toArticle,
  toArticleDetails,
  toArticles,
  toCollectionStats,
  toCreatedSet,
  toDeletedArticle,
  toFoundArticles,
  toListedSet,
  toMergedArticles,
  toSplitArticle,
  toUndone,
  toUpdatedArticle,
  orLeast,
} from './paper.ts';
export { toCitations, toReadArticle, toSentences } from './citation.ts';
export { toProposedRetag, toRetagged, toTagSuggestions, toVocabulary } from './tags.ts';
export { toDownload, toLocated, toValidatedSource } from './source.ts';
export { toCheckedReferences, toMetadata } from './reading.ts';
export { toWrittenCitations } from './styling.ts';
