export { findContexts, type CitingSentence, type ListedReference, type PaperText } from './contexts/find-contexts.ts';
export { parseReference, type ParsedReference } from './fields/parse-reference.ts';
export { matchReference, referenceScore, type Candidate, type ReferenceMatch } from './matching/match-reference.ts';
export { parseName } from './names/parse-name.ts';
export { findReferenceList, type ReferenceList } from './references/find-list.ts';
export { splitReferences, type RawReference } from './references/split-list.ts';
