/** Code that is understood: facts of files as they are kept, and the edges between them. */
export { decodeFacts, encodeFacts } from '../../ports/index.ts';
export * from './changes/index.ts';
export * from './history/index.ts';
export { importanceOf, type WeightedEdge } from './importance.ts';
export * from './indexing/index.ts';
export * from './link/index.ts';
export * from './mentions/index.ts';
export * from './query/index.ts';
export * from './manifests/index.ts';
export * from './store/index.ts';
export * from './units/index.ts';
export * from './search/index.ts';
