/** The graph as text, page by page: what is held in memory does not grow with it. */
import { invalidField } from '../../../errors/index.ts';
import { typeKey } from '../../../model/index.ts';
import type { Page } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { toMoment } from '../moment.ts';
import { cypherFormat } from './formats/cypher.ts';
import { cytoscapeFormat } from './formats/cytoscape.ts';
import type { GraphFacts, GraphFormat } from './formats/graph-format.ts';
import { graphmlFormat } from './formats/graphml.ts';
import { jsonLdFormat } from './formats/json-ld.ts';
import { jsonFormat } from './formats/json.ts';
import { mermaidFormat } from './formats/mermaid.ts';
import {
  LARGEST_BATCH,
  PRETTY_FORMATS,
  STYLED_FORMATS,
  type ExportFormat,
  type GraphTextRequest,
} from './export-request.ts';

const PAGE = 1000;
/** What Cypher has in a statement unless told otherwise; other formats are written in smaller pieces then. */
const BATCH = 1000;
const PIECE = 250;

const FORMATS: Readonly<Record<ExportFormat, (facts: GraphFacts) => GraphFormat>> = {
  graphml: graphmlFormat,
  cytoscape: cytoscapeFormat,
  neo4j: cypherFormat,
  jsonld: jsonLdFormat,
  json: jsonFormat,
  mermaid: mermaidFormat,
};

/** Counts what was written. */
export interface Tally {
  entities: number;
  relations: number;
}

/**
 * What is learned while it is written is left out, so that every relation's ends have been written before it. Changes of
 * names meanwhile may show.
 */
export async function* graphText(
  { storage, clock }: Deps,
  request: GraphTextRequest,
  tally: Tally = { entities: 0, relations: 0 },
): AsyncGenerator<string> {
  const { workspace, types = [], signal } = request;
  const moment = { knownAt: clock.now(), ...toMoment(request) };
  const format = FORMATS[request.format](toFacts(request));
  const piece = request.batchSize ?? (request.format === 'neo4j' ? BATCH : PIECE);
  const { graph } = storage;
  yield format.begin();
  const ofTypes = types.length > 0 ? { types } : {};
  for await (const entities of pages((page) => graph.listEntities(workspace, { ...page, ...ofTypes }), piece, signal)) {
    yield format.entities(entities, tally.entities === 0);
    tally.entities += entities.length;
  }
  yield format.between();
  const isWanted = wanted(types);
  for await (const page of pages((one) => graph.listRelations(workspace, { ...one, ...moment }), piece, signal)) {
    const relations = page.filter(({ source, target }) => isWanted(source) && isWanted(target));
    if (relations.length === 0) continue;
    yield format.relations(relations, tally.relations === 0);
    tally.relations += relations.length;
  }
  yield format.end();
}

/** Whether a format can do what is asked of it: what it cannot is said, not left out in silence. */
export function checkExportOptions({ format, pretty, style, batchSize }: GraphTextRequest): void {
  const only = (field: string, formats: readonly ExportFormat[]) =>
    invalidField(field, `is for ${formats.join(', ')}`, 'Leave it out.');
  if (pretty && !PRETTY_FORMATS.includes(format)) throw only('pretty_print', PRETTY_FORMATS);
  if (style && !STYLED_FORMATS.includes(format)) throw only('include_style', STYLED_FORMATS);
  if (batchSize === undefined || (Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= LARGEST_BATCH)) return;
  throw invalidField('batch_size', `must be a whole number from 1 to ${LARGEST_BATCH}`);
}

function toFacts(request: GraphTextRequest): GraphFacts {
  checkExportOptions(request);
  const { workspace, details = true, pretty = false, style = false, batchSize = BATCH } = request;
  return { workspace, details, pretty, style, batchSize };
}

/** In pieces of so many, only the last of them smaller. The next page is read while this one is written. */
async function* pages<T>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  piece: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly T[]> {
  let rest: readonly T[] = [];
  for (let asked: Promise<Page<T>> | null = ask({ limit: PAGE }); asked;) {
    signal?.throwIfAborted();
    const { items, next }: Page<T> = await asked;
    asked = next === null ? null : ask({ limit: PAGE, cursor: next });
    // Whoever stops listening does not hear of its failure either.
    asked?.catch(() => undefined);
    const waiting = rest.length === 0 ? items : [...rest, ...items];
    const whole = asked ? waiting.length - (waiting.length % piece) : waiting.length;
    for (let at = 0; at < whole; at += piece) yield waiting.slice(at, Math.min(at + piece, whole));
    rest = waiting.slice(whole);
  }
}

/** An entity's id begins with its type. */
function wanted(types: readonly string[]): (id: string) => boolean {
  const keys = new Set(types.map(typeKey));
  return (id) => keys.size === 0 || keys.has(id.slice(0, id.indexOf(':')));
}
