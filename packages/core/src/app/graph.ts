/** The knowledge graph as the faces of the application see it. */
import type { Entity, Relation } from '../model/index.ts';
import type { Merge, Page } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import type { GraphBacklog } from '../services/graph/backlog/graph-backlog.ts';
import { GraphBuilds } from '../services/graph/build/build-graph.ts';
import { readText, type Remember } from '../services/graph/build/read-text.ts';
import type {
  BuildGraphRequest,
  BuildStarted,
  ReadTextRequest,
  TextReading,
} from '../services/graph/build/build-request.ts';
import {
  assertEntities,
  entitiesNamed,
  listEntities,
  listRelations,
  removeEntities,
  subgraph,
} from '../services/graph/entities/entities.ts';
import { getEntity } from '../services/graph/entities/get-entity.ts';
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
} from '../services/graph/entities/entity-request.ts';
import { searchEntities } from '../services/graph/entities/search-entities.ts';
import { exportGraph } from '../services/graph/export/export-graph.ts';
import { graphText } from '../services/graph/export/graph-text.ts';
import type { ExportedGraph, ExportGraphRequest, GraphTextRequest } from '../services/graph/export/export-request.ts';
import { link } from '../services/graph/link/link.ts';
import type { LinkRequest, LinkResult, UnlinkRequest, UnlinkResult } from '../services/graph/link/link-request.ts';
import { unlink } from '../services/graph/link/unlink.ts';
import { mergeEntities, splitEntities } from '../services/graph/merge/merge.ts';
import type {
  MergeRequest,
  MergeResult,
  MergeSuggestions,
  MergeSuggestionsRequest,
  SplitRequest,
  SplitResult,
} from '../services/graph/merge/merge-request.ts';
import { suggestMerges } from '../services/graph/merge/suggest-merges.ts';
import { graphPicture, type Picture, type PictureRequest } from '../services/graph/picture/graph-picture.ts';
import { findPath, type FoundPath, type PathRequest } from '../services/graph/related/find-path.ts';
import { getRelated } from '../services/graph/related/get-related.ts';
import { getRelation, type RelationRequest } from '../services/graph/related/get-relation.ts';
import type { RelatedRequest, RelatedResult, RelationView } from '../services/graph/related/related-request.ts';
import { graphStatus } from '../services/graph/status/graph-status.ts';
import type { GraphStatus } from '../services/graph/status/status-report.ts';
import type { WorkRunner } from '../services/work/work-runner.ts';

export interface GraphCalls {
  /** Says what a text names and relates. Stores nothing unless told to remember it. */
  readText(request: ReadTextRequest): Promise<TextReading>;
  /** Reads stored memories anew, in the background, also when the setting `graph` is off. */
  build(request: BuildGraphRequest): Promise<BuildStarted>;
  status(workspace: string): Promise<GraphStatus>;

  related(request: RelatedRequest): Promise<RelatedResult>;
  /** A shortest way between two things. NOT_FOUND for a name that nothing has. */
  path(request: PathRequest): Promise<FoundPath>;
  /** One relation, with the sentences that it is known from; null when it does not hold at the moment. */
  relation(request: RelationRequest): Promise<RelationView | null>;
  /** What is round one thing, or the weightiest of a workspace, to be drawn. */
  picture(request: PictureRequest): Promise<Picture>;
  entity(request: EntityRequest): Promise<EntityView>;
  /** Best first: the whole name, then most of its words, then the most mentioned. */
  searchEntities(request: SearchEntitiesRequest): Promise<Entity[]>;
  /** Everything with one of these names or aliases, of any type, the most mentioned first. */
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
  merges(workspace: string, limit: number): Promise<Merge[]>;
  merge(request: MergeRequest): Promise<MergeResult>;
  /** Undoes a merge. */
  split(request: SplitRequest): Promise<SplitResult>;

  /** In pieces of a few kilobytes; holds no more than a page of the graph at a time. */
  text(request: GraphTextRequest): AsyncGenerator<string>;
  /** The same into a file below the setting `export_dir`. */
  export(request: ExportGraphRequest): Promise<ExportedGraph>;
}

export function createGraphCalls(
  deps: Deps,
  { backlog, runner }: { backlog: GraphBacklog; runner: WorkRunner },
  remember: Remember,
): GraphCalls {
  const builds = new GraphBuilds(deps, backlog, runner);
  const { graph } = deps.storage;
  return {
    readText: (request) => readText(deps, backlog, remember, request),
    build: (request) => builds.start(request),
    status: (workspace) => graphStatus(deps, { backlog, runner }, workspace),
    related: (request) => getRelated(deps, request),
    path: (request) => findPath(deps, request),
    relation: (request) => getRelation(deps, request),
    picture: (request) => graphPicture(deps, request),
    entity: (request) => getEntity(deps, request),
    searchEntities: (request) => searchEntities(deps, request),
    entitiesNamed: (workspace, names) => entitiesNamed(deps, workspace, names),
    subgraph: (workspace, ids) => subgraph(deps, workspace, ids),
    listEntities: (request) => listEntities(deps, request),
    listRelations: (request) => listRelations(deps, request),
    assertEntities: (request) => assertEntities(deps, request),
    removeEntities: (request) => removeEntities(deps, request),
    link: (request) => link(deps, request),
    unlink: (request) => unlink(deps, request),
    suggestMerges: (request) => suggestMerges(deps, request),
    merges: (workspace, limit) => graph.merges(workspace, limit),
    merge: (request) => mergeEntities(deps, request),
    split: (request) => splitEntities(deps, request),
    text: (request) => graphText(deps, request),
    export: (request) => exportGraph(deps, request),
  };
}
