export { candidateKeys, type CandidateKeys } from './candidates.ts';
export { editLikeness } from './edit-likeness.ts';
export { nameKey, nameKeys } from './name-key.ts';
export { SAMENESS_REASONS, type SamenessReason } from './evidence.ts';
export { sameEntries, type SameEntry } from './same-entries.ts';
export { compareSignatures, samePaper, type Sameness } from './same-paper.ts';
export { paperSignature, yearOf, type PaperSignature } from './signature.ts';
export { titleWords } from './title-key.ts';
