/** An `index.scip` that lies in a repository: what compilers know of it. */
export { scipLinks, type ScipIndex, type ScipLinks } from './exact-links.ts';
export { readScip, type ScipDocument } from './read-scip.ts';
