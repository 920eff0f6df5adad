/** Screens that are loaded together, when the first of them is opened: they share most of what they are made of. */
export { Code } from './code.tsx';
export { Documents } from './documents.tsx';
export { Research } from './research.tsx';
export { Review } from './review.tsx';
