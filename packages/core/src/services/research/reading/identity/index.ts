export { candidateKeys } from './candidates.ts';
export { editLikeness } from './edit-likeness.ts';
export { nameKeys } from './name-key.ts';
export { sameEntries, type SameEntry } from './same-entries.ts';
export { samePaper } from './same-paper.ts';
export { yearOf } from './signature.ts';
export { titleWords } from './title-key.ts';
export { isOtherVenue } from './venue-likeness.ts';
