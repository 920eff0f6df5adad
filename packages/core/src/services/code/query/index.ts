/** Questions about symbols and who calls whom. */
export { DEEPEST_CALLS, MOST_EDGES, type CallsRequest, type CallTarget, type CallType } from './call-edge.ts';
export { findSymbol, MATCH_MODES, type FindSymbolRequest, type FoundSymbol, type FoundSymbols } from './find-symbol.ts';
export { findDeadCode, type DeadCode, type DeadCodeRequest, type DeadSymbol } from './find-dead-code.ts';
export { getCallees, type CalleeEdge, type Callees } from './get-callees.ts';
export { getCallers, type CallerEdge, type Callers } from './get-callers.ts';
export { getCodeMap, type CodeMap, type CodeMapRequest } from './get-code-map.ts';
export { getHierarchy, type Hierarchy, type HierarchyRequest, type Relative } from './get-hierarchy.ts';
export {
  DEEPEST_IMPACT,
  getImpact,
  type Affected,
  type AffectedFile,
  type ChangesTogether,
  type Impact,
  type ImpactRequest,
} from './get-impact.ts';
export {
  getReferences,
  REFERENCE_KINDS,
  type Reference,
  type References,
  type ReferencesRequest,
} from './get-references.ts';
export { getSymbol, MOST_LINES, type SymbolDetails, type SymbolRequest } from './get-symbol.ts';
export type { Meant, NameRequest, Unclear } from './meaning.ts';
