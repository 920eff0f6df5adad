// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import answerQuestion from './papers/answer-question.ts';
import exportBibliography from './papers/export-bibliography.ts';
import findRelatedPapers from './papers/find-related-papers.ts';
import formatCitations from './papers/format-citations.ts';
import getArticleDetails from './papers/get-article-details.ts';
import importBibliography from './papers/import-bibliography.ts';
import listArticles from './papers/list-articles.ts';
import readArticle from './papers/read-article.ts';
import searchArticles from './papers/search-articles.ts';

export default [
  answerQuestion,
  exportBibliography,
  findRelatedPapers,
  formatCitations,
  getArticleDetails,
  importBibliography,
  listArticles,
  readArticle,
  searchArticles,
] satisfies readonly ZapomniTool[];
