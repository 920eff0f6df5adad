/** Code: repositories, symbols and what holds between them. */
import findSymbol from '@zapomni/mcp/tools/code/find-symbol';
import getCallees from '@zapomni/mcp/tools/code/get-callees';
import getCallers from '@zapomni/mcp/tools/code/get-callers';
import getHierarchy from '@zapomni/mcp/tools/code/get-hierarchy';
import getImpact from '@zapomni/mcp/tools/code/get-impact';
import getSymbol from '@zapomni/mcp/tools/code/get-symbol';
import indexCodebase from '@zapomni/mcp/tools/code/index-codebase';
import listRepositories from '@zapomni/mcp/tools/code/list-repositories';
import searchCode from '@zapomni/mcp/tools/code/search-code';
import { fromTool } from '../endpoint.ts';

export const codeEndpoints = {
  listRepositories: fromTool('GET', '/api/repositories', listRepositories),
  indexCodebase: fromTool('POST', '/api/repositories', indexCodebase),
  searchCode: fromTool('GET', '/api/code', searchCode),
  findSymbol: fromTool('GET', '/api/symbols', findSymbol),
  getSymbol: fromTool('GET', '/api/symbol', getSymbol),
  getCallers: fromTool('GET', '/api/symbol/callers', getCallers),
  getCallees: fromTool('GET', '/api/symbol/callees', getCallees),
  getHierarchy: fromTool('GET', '/api/symbol/hierarchy', getHierarchy),
  getImpact: fromTool('GET', '/api/symbol/impact', getImpact),
};
