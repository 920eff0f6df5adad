// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import explainChange from './code/explain-change.ts';
import findDeadCode from './code/find-dead-code.ts';
import findSymbol from './code/find-symbol.ts';
import getCallees from './code/get-callees.ts';
import getCallers from './code/get-callers.ts';
import getCodeMap from './code/get-code-map.ts';
import getHierarchy from './code/get-hierarchy.ts';
import getImpact from './code/get-impact.ts';
import getReferences from './code/get-references.ts';
import getSymbol from './code/get-symbol.ts';
import indexCodebase from './code/index-codebase.ts';
import listRepositories from './code/list-repositories.ts';
import removeRepository from './code/remove-repository.ts';
import searchCode from './code/search-code.ts';

export default [
  explainChange,
  findDeadCode,
  findSymbol,
  getCallees,
  getCallers,
  getCodeMap,
  getHierarchy,
  getImpact,
  getReferences,
  getSymbol,
  indexCodebase,
  listRepositories,
  removeRepository,
  searchCode,
] satisfies readonly ZapomniTool[];
