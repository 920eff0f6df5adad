/** An `index.scip` that lies in a repository: what compilers know of it. */
export { applyScip, type ScipReport } from './apply-scip.ts';
export { readScip, SCIP_LIMITS, type ScipDocument, type ScipOccurrence } from './read-scip.ts';
