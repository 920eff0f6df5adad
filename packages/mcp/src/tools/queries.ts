// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import createQuery from './queries/create-query.ts';
import deleteQuery from './queries/delete-query.ts';
import evaluateArticle from './queries/evaluate-article.ts';
import getQuery from './queries/get-query.ts';
import judgeArticle from './queries/judge-article.ts';
import listQueries from './queries/list-queries.ts';
import updateQuery from './queries/update-query.ts';

export default [
  createQuery,
  deleteQuery,
  evaluateArticle,
  getQuery,
  judgeArticle,
  listQueries,
  updateQuery,
] satisfies readonly ZapomniTool[];
