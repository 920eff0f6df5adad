export { collection, type Collection, type Kept, type KeptPage, type ListQuery } from './collection.ts';
export { defineCollection, type CollectionDefinition } from './define-collection.ts';
