/** Documents, code and papers: what each screen of them needs. */
import findSymbol from '@zapomni/mcp/tools/code/find-symbol';
import getCallees from '@zapomni/mcp/tools/code/get-callees';
import getCallers from '@zapomni/mcp/tools/code/get-callers';
import getSymbol from '@zapomni/mcp/tools/code/get-symbol';
import listRepositories from '@zapomni/mcp/tools/code/list-repositories';
import checkFindings from '@zapomni/mcp/tools/discovery/check-findings';
import listDiscoverySources from '@zapomni/mcp/tools/discovery/list-discovery-sources';
import listDocuments from '@zapomni/mcp/tools/documents/list-documents';
import readDocument from '@zapomni/mcp/tools/documents/read-document';
import getArticleDetails from '@zapomni/mcp/tools/papers/get-article-details';
import listArticles from '@zapomni/mcp/tools/papers/list-articles';
import readArticle from '@zapomni/mcp/tools/papers/read-article';
import searchArticles from '@zapomni/mcp/tools/papers/search-articles';
import listQueries from '@zapomni/mcp/tools/queries/list-queries';
import { fromTool } from '../endpoint.ts';

export const libraryEndpoints = {
  listDocuments: fromTool('GET', '/api/documents', listDocuments),
  readDocument: fromTool('GET', '/api/documents/{document}', readDocument),
  listRepositories: fromTool('GET', '/api/repositories', listRepositories),
  findSymbol: fromTool('GET', '/api/symbols', findSymbol),
  getSymbol: fromTool('GET', '/api/symbol', getSymbol),
  getCallers: fromTool('GET', '/api/symbol/callers', getCallers),
  getCallees: fromTool('GET', '/api/symbol/callees', getCallees),
  listArticles: fromTool('GET', '/api/articles', listArticles),
  searchArticles: fromTool('GET', '/api/articles/search', searchArticles),
  getArticle: fromTool('GET', '/api/articles/{article_identifier}', getArticleDetails),
  readArticle: fromTool('GET', '/api/articles/{article_identifier}/text', readArticle),
  listQueries: fromTool('GET', '/api/queries', listQueries),
  checkFindings: fromTool('POST', '/api/findings', checkFindings),
  listSources: fromTool('GET', '/api/sources', listDiscoverySources),
};
