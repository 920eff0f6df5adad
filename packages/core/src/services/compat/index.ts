/** The official memory server's graph: its parts and its file. */
export type { KnowledgeEntity, KnowledgeGraph, KnowledgeRelation } from './knowledge-graph.ts';
export { parseKnowledgeLine, type KnowledgeItem } from './lines.ts';
export type { LineNote, NumberedItem } from './import-graph.ts';
export { createCompatCalls } from '../../app/compat.ts';
