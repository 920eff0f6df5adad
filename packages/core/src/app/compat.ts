/** The official memory server's graph as the faces of the application see it: kept in memories, shown in the graph. */
import {
  addObservations,
  createEntities,
  createRelations,
  type AddedObservations,
  type NewObservations,
} from '../services/compat/create.ts';
import { openNodes, readGraph, searchNodes } from '../services/compat/find.ts';
import { KnowledgeImport } from '../services/compat/import-graph.ts';
import type { KnowledgeEntity, KnowledgeGraph, KnowledgeRelation } from '../services/compat/knowledge-graph.ts';
import { knowledgeLines } from '../services/compat/lines.ts';
import type { KnowledgeApp } from '../services/compat/load-graph.ts';
import {
  deleteEntities,
  deleteObservations,
  deleteRelations,
  type ObservationsToDelete,
} from '../services/compat/remove.ts';

export interface CompatCalls {
  /** A name that exists, or came before in the same call, is passed over with all that is said of it. */
  createEntities(workspace: string, entities: readonly KnowledgeEntity[]): Promise<KnowledgeEntity[]>;
  createRelations(workspace: string, relations: readonly KnowledgeRelation[]): Promise<KnowledgeRelation[]>;
  /** All or none: NOT_FOUND when one of the names does not exist. */
  addObservations(workspace: string, additions: readonly NewObservations[]): Promise<AddedObservations[]>;
  readGraph(workspace: string): Promise<KnowledgeGraph>;
  searchNodes(workspace: string, query: string): Promise<KnowledgeGraph>;
  openNodes(workspace: string, names: readonly string[]): Promise<KnowledgeGraph>;
  /** With their observations, and every relation that begins or ends at one of the names. */
  deleteEntities(workspace: string, names: readonly string[]): Promise<void>;
  deleteObservations(workspace: string, deletions: readonly ObservationsToDelete[]): Promise<void>;
  deleteRelations(workspace: string, relations: readonly KnowledgeRelation[]): Promise<void>;
  /** The graph as lines of that server's own file. */
  lines(workspace: string): Promise<string[]>;
  /** Takes a graph over, a portion at a time; what the user has forgotten only if asked to bring that back. */
  importer(workspace: string, bringsBack?: boolean): KnowledgeImport;
}

export function createCompatCalls(app: KnowledgeApp): CompatCalls {
  return {
    createEntities: (workspace, entities) => createEntities(app, workspace, entities),
    createRelations: (workspace, relations) => createRelations(app, workspace, relations),
    addObservations: (workspace, additions) => addObservations(app, workspace, additions),
    readGraph: (workspace) => readGraph(app, workspace),
    searchNodes: (workspace, query) => searchNodes(app, workspace, query),
    openNodes: (workspace, names) => openNodes(app, workspace, names),
    deleteEntities: (workspace, names) => deleteEntities(app, workspace, names),
    deleteObservations: (workspace, deletions) => deleteObservations(app, workspace, deletions),
    deleteRelations: (workspace, relations) => deleteRelations(app, workspace, relations),
    lines: (workspace) => knowledgeLines(app, workspace),
    importer: (workspace, bringsBack = false) => new KnowledgeImport(app, workspace, bringsBack),
  };
}
