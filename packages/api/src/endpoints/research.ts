/** Papers, what is followed, and what was found for it. */
import checkFindings from '@zapomni/mcp/tools/discovery/check-findings';
import getDiscoverySource from '@zapomni/mcp/tools/discovery/get-discovery-source';
import listDiscoverySources from '@zapomni/mcp/tools/discovery/list-discovery-sources';
import runDiscovery from '@zapomni/mcp/tools/discovery/run-discovery';
import getArticleDetails from '@zapomni/mcp/tools/papers/get-article-details';
import listArticles from '@zapomni/mcp/tools/papers/list-articles';
import readArticle from '@zapomni/mcp/tools/papers/read-article';
import searchArticles from '@zapomni/mcp/tools/papers/search-articles';
import evaluateArticle from '@zapomni/mcp/tools/queries/evaluate-article';
import getQuery from '@zapomni/mcp/tools/queries/get-query';
import judgeArticle from '@zapomni/mcp/tools/queries/judge-article';
import listQueries from '@zapomni/mcp/tools/queries/list-queries';
import extractCitations from '@zapomni/mcp/tools/research/extract-citations';
import getCitationContext from '@zapomni/mcp/tools/research/get-citation-context';
import updateArticleMetadata from '@zapomni/mcp/tools/research/update-article-metadata';
import { toFinding } from '@zapomni/mcp/views/research';
import { z } from 'zod';
import { defineEndpoint, fromTool } from '../endpoint.ts';
import { workspaceOf } from '../workspace.ts';

const finding = checkFindings.output.shape.queries.element.shape.findings.element;

/** The tool marks what it shows as seen, and so needs the scope write; looking here changes nothing. */
const listFindings = defineEndpoint({
  method: 'GET',
  path: '/api/queries/{query_name}/findings',
  scope: 'read',
  summary:
    'What was found for a query, page by page: the new, best first, or all, latest first; nothing counts as seen by it',
  input: z.strictObject({
    query_name: z.string(),
    which: z.enum(['new', 'all']).default('new'),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().optional(),
    workspace_id: z.string().optional(),
  }),
  output: z.object({
    total: z.number().int(),
    count: z.number().int(),
    findings: z.array(finding.extend({ verdict: z.string().optional() })),
    next_cursor: z.string().optional(),
  }),
  async run({ query_name: query, workspace_id: named, ...asked }, { app }) {
    const workspace = await workspaceOf(app, named);
    const { findings, total, next } = await app.research.discovery.findings({ workspace, query, ...asked });
    return {
      total,
      count: findings.length,
      findings: findings.map(({ verdict, ...one }) => ({
        ...toFinding(one),
        ...(verdict === null ? {} : { verdict }),
      })),
      ...(next === null ? {} : { next_cursor: next }),
    };
  },
});

const listNotes = defineEndpoint({
  method: 'GET',
  path: '/api/articles/{article_identifier}/notes',
  scope: 'read',
  summary: 'The notes of a paper as they stand in the vault',
  input: z.strictObject({ article_identifier: z.string(), workspace_id: z.string().optional() }),
  output: z.object({ notes: z.array(z.object({ path: z.string(), text: z.string() })) }),
  async run({ article_identifier: article, workspace_id: named }, { app, caller, signal }) {
    const workspace = await workspaceOf(app, named);
    const { notes, library } = app.research;
    const paper = await library.find(workspace, article);
    const paths = await notes.pathsOf(workspace, paper.key);
    const read = paths.map(async (path) => ({
      path,
      text: await notes.read(path, { client: caller.subject, signal }),
    }));
    const all = await Promise.all(read);
    return { notes: all.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }])) };
  },
});

export const researchEndpoints = {
  listArticles: fromTool('GET', '/api/articles', listArticles),
  searchArticles: fromTool('GET', '/api/articles/search', searchArticles),
  getArticle: fromTool('GET', '/api/articles/{article_identifier}', getArticleDetails),
  updateArticle: fromTool('PATCH', '/api/articles/{article_identifier}', updateArticleMetadata),
  readArticle: fromTool('GET', '/api/articles/{article_identifier}/text', readArticle),
  getCitations: fromTool('GET', '/api/articles/{article_identifier}/citations', extractCitations),
  getCitingSentences: fromTool('GET', '/api/articles/{article_identifier}/sentences', getCitationContext),
  listNotes,
  listQueries: fromTool('GET', '/api/queries', listQueries),
  getQuery: fromTool('GET', '/api/queries/{query_name}', getQuery),
  listFindings,
  evaluateArticles: fromTool('POST', '/api/queries/{query_name}/evaluate', evaluateArticle),
  judgeArticle: fromTool('POST', '/api/queries/{query_name}/verdicts', judgeArticle),
  checkFindings: fromTool('POST', '/api/findings', checkFindings),
  listSources: fromTool('GET', '/api/sources', listDiscoverySources),
  getSource: fromTool('GET', '/api/sources/{source_name}', getDiscoverySource),
  runDiscovery: fromTool('POST', '/api/runs', runDiscovery),
};
