// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import analyzeTopic from './research/analyze-topic.ts';
import batchProcessPdfs from './research/batch-process-pdfs.ts';
import checkReferences from './research/check-references.ts';
import compareArticles from './research/compare-articles.ts';
import consolidateAndRetag from './research/consolidate-and-retag.ts';
import consolidateTags from './research/consolidate-tags.ts';
import deleteArticle from './research/delete-article.ts';
import downloadPdf from './research/download-pdf.ts';
import extractCitations from './research/extract-citations.ts';
import extractPdfMetadata from './research/extract-pdf-metadata.ts';
import generateReadingList from './research/generate-reading-list.ts';
import generateResearchSummary from './research/generate-research-summary.ts';
import getCitationContext from './research/get-citation-context.ts';
import locatePdf from './research/locate-pdf.ts';
import manageTagVocabulary from './research/manage-tag-vocabulary.ts';
import mergeArticles from './research/merge-articles.ts';
import splitArticle from './research/split-article.ts';
import suggestTags from './research/suggest-tags.ts';
import syncWithObsidian from './research/sync-with-obsidian.ts';
import updateArticleMetadata from './research/update-article-metadata.ts';
import validatePdfSources from './research/validate-pdf-sources.ts';

export default [
  analyzeTopic,
  batchProcessPdfs,
  checkReferences,
  compareArticles,
  consolidateAndRetag,
  consolidateTags,
  deleteArticle,
  downloadPdf,
  extractCitations,
  extractPdfMetadata,
  generateReadingList,
  generateResearchSummary,
  getCitationContext,
  locatePdf,
  manageTagVocabulary,
  mergeArticles,
  splitArticle,
  suggestTags,
  syncWithObsidian,
  updateArticleMetadata,
  validatePdfSources,
] satisfies readonly ZapomniTool[];
