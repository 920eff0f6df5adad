/** What the user has forgotten, by its content. */
export { forgottenAmong, liftForgotten, noteForgotten, tombstonesOf, type ForgottenHash } from './forgotten.ts';
export { hashesOfMemories } from './hashes-of-memories.ts';
export { formHashes, textHash, textHashes } from './text-hash.ts';
