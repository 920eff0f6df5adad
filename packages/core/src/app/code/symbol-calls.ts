/** Symbols of code as the faces of the application see them: where they are, who calls whom, what stands on what. */
import type { Deps } from '../../services/deps.ts';
import {
  findDeadCode,
  findSymbol,
  getCallees,
  getCallers,
  getCodeMap,
  getHierarchy,
  getImpact,
  getReferences,
  getSymbol,
  type Callees,
  type Callers,
  type CallsRequest,
  type ChangesTogether,
  type CodeMap,
  type CodeMapRequest,
  type DeadCode,
  type DeadCodeRequest,
  type FindSymbolRequest,
  type FoundSymbols,
  type Hierarchy,
  type HierarchyRequest,
  type Impact,
  type ImpactRequest,
  type References,
  type ReferencesRequest,
  type SymbolDetails,
  type SymbolRequest,
  type Unclear,
} from '../../services/code/query/index.ts';

export interface SymbolCalls {
  /** Best first: how it fits, then how important it is; tests come last. */
  findSymbol(request: FindSymbolRequest): Promise<FoundSymbols>;
  /** A name that several symbols have, or none, is answered with those to choose from: here and in all that follow. */
  symbol(request: SymbolRequest): Promise<SymbolDetails | Unclear>;
  callers(request: CallsRequest): Promise<Callers | Unclear>;
  callees(request: CallsRequest): Promise<Callees | Unclear>;
  references(request: ReferencesRequest): Promise<References | Unclear>;
  hierarchy(request: HierarchyRequest): Promise<Hierarchy | Unclear>;
  impact(request: ImpactRequest): Promise<Impact | Unclear>;
  /** Never larger than its budget. */
  map(request: CodeMapRequest): Promise<CodeMap>;
  deadCode(request: DeadCodeRequest): Promise<DeadCode>;
}

/** `changesTogether`: what history knows of files that change together. */
export function createSymbolCalls(deps: Deps, changesTogether?: ChangesTogether): SymbolCalls {
  return {
    findSymbol: (request) => findSymbol(deps, request),
    symbol: (request) => getSymbol(deps, request),
    callers: (request) => getCallers(deps, request),
    callees: (request) => getCallees(deps, request),
    references: (request) => getReferences(deps, request),
    hierarchy: (request) => getHierarchy(deps, request),
    impact: (request) => getImpact(deps, request, changesTogether),
    map: (request) => getCodeMap(deps, request),
    deadCode: (request) => findDeadCode(deps, request),
  };
}
