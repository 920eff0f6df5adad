/** The graph as a file that other programs read. */
import type { AsOf } from '../../../model/index.ts';

export const EXPORT_FORMATS = ['graphml', 'cytoscape', 'neo4j', 'jsonld', 'json', 'mermaid'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file's ending, by format. The first one is used when no name is given. */
export const EXPORT_ENDINGS: Readonly<Record<ExportFormat, readonly string[]>> = {
  graphml: ['.graphml', '.xml'],
  cytoscape: ['.cyjs', '.json'],
  neo4j: ['.cypher', '.cql'],
  jsonld: ['.jsonld', '.json'],
  json: ['.json'],
  mermaid: ['.mmd', '.mermaid', '.md'],
};

/** The formats that can be indented, and those that carry a look. */
export const PRETTY_FORMATS: readonly ExportFormat[] = ['graphml', 'cytoscape', 'jsonld', 'json'];
export const STYLED_FORMATS: readonly ExportFormat[] = ['cytoscape'];
export const LARGEST_BATCH = 10_000;

export interface GraphTextRequest extends AsOf {
  readonly workspace: string;
  readonly format: ExportFormat;
  /** Only entities of these types, and relations among them. */
  readonly types?: readonly string[] | undefined;
  /** Aliases, counts, times and strengths beside names and types; true. */
  readonly details?: boolean | undefined;
  /** Indented, for people; GraphML and JSON only. */
  readonly pretty?: boolean | undefined;
  /** With a look for each type of entity; Cytoscape only. */
  readonly style?: boolean | undefined;
  /** How many entities or relations are written at once, and go into one statement of Cypher: 1–10,000, 1000. */
  readonly batchSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ExportGraphRequest extends GraphTextRequest {
  /** Below the setting `export_dir`, with an ending of the format; made up when left out. */
  readonly file?: string | undefined;
  /** Replace a file of that name; CONFLICT otherwise. */
  readonly overwrite?: boolean | undefined;
}

export interface ExportedGraph {
  /** Absolute. */
  readonly path: string;
  readonly format: ExportFormat;
  readonly bytes: number;
  readonly entities: number;
  readonly relations: number;
}
