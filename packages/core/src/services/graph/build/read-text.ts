/**
 * What a text names and relates, at once. Nothing is stored unless it is to be remembered: what is in the graph stands on
 * a memory, so that the text becomes one then.
 */
import type { Extraction, MemoryToRead, ExtractionRules } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { checkText } from '../../memory/draft.ts';
import { prepareText } from '../../memory/prepare-text.ts';
import type { GraphBacklog } from '../backlog/graph-backlog.ts';
import { toTexts } from '../backlog/memory-reader.ts';
import { checkConfidence, checkMoment } from '../checks.ts';
import { resolveMemory, type ThingRelation } from '../resolve/resolve-memory.ts';
import type { Thing } from '../resolve/thing.ts';
import type { ReadEntity, ReadRelationView, ReadTextRequest, TextReading } from './build-request.ts';

const LONGEST_TEXT = 100_000;

/** Stores a text as a memory and tells its id. */
export type Remember = (workspace: string, text: string, at: number | undefined) => Promise<string>;

export async function readText(
  deps: Deps,
  backlog: GraphBacklog,
  remember: Remember,
  request: ReadTextRequest,
): Promise<TextReading> {
  const { mode = 'full', signal = new AbortController().signal } = request;
  const rules = { mode, minConfidence: checkConfidence(request.minConfidence) ?? deps.config.graph_min_confidence };
  const memory = await toUnstored(deps, request);
  const extractions = await backlog.reader.extract(toTexts(memory), signal);
  const { things, relations } = await resolveMemory(deps, memory, extractions, rules);
  const known = await deps.storage.graph.entities(
    memory.workspace,
    things.map(({ id }) => id),
  );
  const knownIds = new Set(known.flatMap(({ id, merged }) => [id, ...merged]));
  return {
    entities: things.map((thing) => toReadEntity(thing, knownIds)),
    relations: relations.map((relation) => toRelationView(relation, memory.text)),
    memoryId: request.remember
      ? await keep({ deps, backlog, remember }, request, { text: memory.text, extractions, rules })
      : null,
  };
}

/** The text as a memory that nobody has stored. */
async function toUnstored(deps: Deps, { workspace, text, at }: ReadTextRequest): Promise<MemoryToRead> {
  const now = checkMoment(at, 'at') ?? deps.clock.now();
  const prepared = await prepareText(deps, checkText(text, LONGEST_TEXT));
  return {
    workspace,
    memoryId: '',
    version: 1,
    source: '',
    metadata: {},
    text: prepared.text,
    passages: prepared.passages.map((span, i) => ({ ...span, id: i })),
    occurredAt: at ?? null,
    validFrom: now,
    validTo: null,
    rules: null,
  };
}

/** Within a turn, so that the background does not read it by rules of its own first. */
function keep(
  { deps, backlog, remember }: { deps: Deps; backlog: GraphBacklog; remember: Remember },
  { workspace, at }: ReadTextRequest,
  { text, extractions, rules }: { text: string; extractions: readonly Extraction[]; rules: ExtractionRules },
): Promise<string> {
  return backlog.turns.take(async () => {
    const memoryId = await remember(workspace, text, at);
    const only = { workspace, memoryIds: [memoryId] };
    const [memory] = await deps.storage.extractions.claim(backlog.reader.lease(), 1, deps.clock.now(), only);
    if (memory) await backlog.reader.store(memory, extractions, rules);
    return memoryId;
  });
}

function toReadEntity(thing: Thing, known: ReadonlySet<string>): ReadEntity {
  const { id, type, name, confidence } = thing;
  const places = new Map(thing.places.map(({ start, end }) => [start, { start, end }]));
  return {
    id,
    type,
    name,
    aliases: [...thing.aliases],
    confidence,
    places: [...places.values()],
    known: known.has(id),
  };
}

function toRelationView({ from, to, ...relation }: ThingRelation, text: string): ReadRelationView {
  return { ...relation, source: from.id, target: to.id, text: text.slice(relation.start, relation.end) };
}
