/** Symbols of code as the faces of the application see them: where they are, who calls whom, what stands on what. */
import type { Deps } from '../../services/deps.ts';
import type {
  Callees,
  Callers,
  CallsRequest,
  ChangesTogether,
  CodeMap,
  CodeMapRequest,
  DeadCode,
  DeadCodeRequest,
  FindSymbolRequest,
  FoundSymbols,
  Hierarchy,
  HierarchyRequest,
  Impact,
  ImpactRequest,
  References,
  ReferencesRequest,
  SymbolDetails,
  SymbolRequest,
  Unclear,
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

/** `changesTogether`: what history knows of files that change together. What answers is loaded with the first question. */
export function createSymbolCalls(deps: Deps, changesTogether?: ChangesTogether): SymbolCalls {
  const queries = () => import('../../services/code/query/index.ts');
  return {
    findSymbol: async (request) => (await queries()).findSymbol(deps, request),
    symbol: async (request) => (await queries()).getSymbol(deps, request),
    callers: async (request) => (await queries()).getCallers(deps, request),
    callees: async (request) => (await queries()).getCallees(deps, request),
    references: async (request) => (await queries()).getReferences(deps, request),
    hierarchy: async (request) => (await queries()).getHierarchy(deps, request),
    impact: async (request) => (await queries()).getImpact(deps, request, changesTogether),
    map: async (request) => (await queries()).getCodeMap(deps, request),
    deadCode: async (request) => (await queries()).findDeadCode(deps, request),
  };
}
