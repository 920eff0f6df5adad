/** All that is done to look through memories, in one piece to be loaded. */
export { findContradictions, findDuplicates } from './find-pairs.ts';
export { findSecrets, findStale } from './find-single.ts';
export { mergeMemories, supersedeMemory } from './settle-pair.ts';
export { settle, unsettle } from './settled.ts';
