export { findContexts, type ListedReference } from './contexts/find-contexts.ts';
export { parseReference } from './fields/parse-reference.ts';
export { matchReference } from './matching/match-reference.ts';
export { parseName } from './names/parse-name.ts';
export { findReferenceList, findReferenceLists } from './references/find-list.ts';
export { entriesIn } from './references/set-list.ts';
export { splitReferences } from './references/split-list.ts';
