/** The knowledge graph as the faces of the application see it. */
import type { Entity, Relation } from '../../model/index.ts';
import type { Merge, Page } from '../../ports/index.ts';
import type { BuildGraphRequest, BuildStarted, ReadTextRequest, TextReading } from './build/request.ts';
import type {
  AssertedEntity,
  AssertEntitiesRequest,
  EntityRequest,
  EntityView,
  ListEntitiesRequest,
  ListRelationsRequest,
  RemovedEntities,
  RemoveEntitiesRequest,
  SearchEntitiesRequest,
  Subgraph,
} from './entities/request.ts';
import type { ExportedGraph, ExportGraphRequest, GraphTextRequest } from './export/request.ts';
import type { LinkRequest, LinkResult, UnlinkRequest, UnlinkResult } from './link/request.ts';
import type {
  MergeRequest,
  MergeResult,
  MergeSuggestions,
  MergeSuggestionsRequest,
  SplitRequest,
  SplitResult,
} from './merge/request.ts';
import type { RelatedRequest, RelatedResult } from './related/request.ts';
import type { GraphStatus } from './status/request.ts';

export interface GraphCalls {
  /** Says what a text names and relates. Stores nothing unless told to remember it. */
  readText(request: ReadTextRequest): Promise<TextReading>;
  /** Reads stored memories anew, in the background, also when the setting `graph` is off. */
  buildGraph(request: BuildGraphRequest): Promise<BuildStarted>;
  graphStatus(workspace: string): Promise<GraphStatus>;

  getRelated(request: RelatedRequest): Promise<RelatedResult>;
  getEntity(request: EntityRequest): Promise<EntityView>;
  /** Best first: the whole name, then most of its words, then the most mentioned. */
  searchEntities(request: SearchEntitiesRequest): Promise<Entity[]>;
  /** Everything of these names, of any type, in the order asked. Names that nothing has are passed over. */
  entitiesNamed(workspace: string, names: readonly string[]): Promise<Entity[]>;
  /** The relations that hold now between the entities, and the entities. */
  subgraph(workspace: string, ids: readonly string[]): Promise<Subgraph>;
  /** All, by id. */
  listEntities(request: ListEntitiesRequest): Promise<Page<Entity>>;
  listRelations(request: ListRelationsRequest): Promise<Page<Relation>>;

  /** Makes entities that stay whether or not a text mentions them; those that exist get the new aliases. */
  assertEntities(request: AssertEntitiesRequest): Promise<AssertedEntity[]>;
  removeEntities(request: RemoveEntitiesRequest): Promise<RemovedEntities>;
  /** All or none. INVALID_INPUT for a thing related to itself; NOT_FOUND for a name that nothing has and no type makes. */
  link(request: LinkRequest): Promise<LinkResult>;
  unlink(request: UnlinkRequest): Promise<UnlinkResult>;

  suggestMerges(request: MergeSuggestionsRequest): Promise<MergeSuggestions>;
  /** Newest first. */
  listMerges(workspace: string, limit: number): Promise<Merge[]>;
  mergeEntities(request: MergeRequest): Promise<MergeResult>;
  /** Undoes a merge. */
  splitEntities(request: SplitRequest): Promise<SplitResult>;

  /** In pieces of a few kilobytes; holds no more than a page of the graph at a time. */
  graphText(request: GraphTextRequest): AsyncGenerator<string>;
  /** The same into a file below the setting `export_dir`. */
  exportGraph(request: ExportGraphRequest): Promise<ExportedGraph>;
}
