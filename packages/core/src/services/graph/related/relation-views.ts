/** Relations as people read them: names at both ends, and the words they are known from. */
import type { AsOf, Entity, Evidence, Relation } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import { markedSentence } from './sentence-around.ts';
import type { EvidenceSnippet, NamedEntity, RelationView } from './related-request.ts';

export interface ViewOptions {
  readonly workspace: string;
  /** Pieces of evidence for each. */
  readonly evidence: number;
  readonly moment?: AsOf | undefined;
}

/** In the order given. */
export async function toRelationViews(
  storage: Storage,
  relations: readonly Relation[],
  options: ViewOptions,
): Promise<RelationView[]> {
  const [names, evidence] = await Promise.all([
    namesOf(storage, options.workspace, relations),
    evidenceOf(storage, relations, options),
  ]);
  return relations.map((relation, i) => ({
    id: relation.id,
    source: names(relation.source),
    type: relation.type,
    target: names(relation.target),
    strength: relation.strength,
    evidenceCount: relation.evidence,
    validFrom: relation.validFrom,
    validTo: relation.validTo,
    evidence: evidence[i] ?? [],
  }));
}

export function toNamed({ id, type, name }: Entity): NamedEntity {
  return { id, type, name };
}

/** Names by id. One whose entity is gone meanwhile is named by its id. */
export async function namesOf(
  storage: Storage,
  workspace: string,
  relations: readonly Pick<Relation, 'source' | 'target'>[],
): Promise<(id: string) => NamedEntity> {
  const ids = [...new Set(relations.flatMap(({ source, target }) => [source, target]))];
  const entities = ids.length === 0 ? [] : await storage.graph.entities(workspace, ids);
  const byId = new Map(entities.flatMap((entity) => [entity.id, ...entity.merged].map((id) => [id, toNamed(entity)])));
  return (id) => byId.get(id) ?? { id, type: id.slice(0, id.indexOf(':')), name: id.slice(id.indexOf(':') + 1) };
}

async function evidenceOf(
  storage: Storage,
  relations: readonly Relation[],
  { workspace, evidence, moment }: ViewOptions,
): Promise<EvidenceSnippet[][]> {
  if (evidence === 0) return [];
  const pieces = await Promise.all(
    relations.map(({ id }) => storage.graph.evidence(workspace, id, evidence, moment ?? {})),
  );
  const textOf = await textsOf(storage, workspace, pieces.flat());
  return pieces.map((some) => some.map((piece) => toSnippet(piece, textOf(piece))));
}

export function toSnippet(piece: Evidence, text: string | undefined): EvidenceSnippet {
  const { memoryId, confidence, validFrom, validTo, recordedAt, recordedTo, start, end } = piece;
  const isSaid = text !== undefined && end > start;
  const sentence = isSaid ? markedSentence(text, { start, end }) : { text: '', mark: null };
  const said = sentence.mark && { start, end, quote: text?.slice(start, end) ?? '', mark: sentence.mark };
  return { memoryId, text: sentence.text, said, confidence, validFrom, validTo, recordedAt, recordedTo };
}

/** The texts that pieces of evidence are of: the very version, which may be one of the past. */
export async function textsOf(
  { memories }: Storage,
  workspace: string,
  pieces: readonly Evidence[],
): Promise<(piece: Evidence) => string | undefined> {
  const texts = new Map<string, string>();
  const wanted = pieces.filter((piece): piece is Evidence & { memoryId: string } => piece.memoryId !== null);
  for (const { id, version, text } of await memories.get(workspace, [...new Set(wanted.map((one) => one.memoryId))])) {
    texts.set(`${id} ${version}`, text);
  }
  const old = new Set(
    wanted.filter((one) => !texts.has(`${one.memoryId} ${one.version}`)).map(({ memoryId }) => memoryId),
  );
  for (const versions of await Promise.all([...old].map((id) => memories.history(workspace, id)))) {
    for (const { id, version, text } of versions) texts.set(`${id} ${version}`, text);
  }
  return ({ memoryId, version }) => texts.get(`${memoryId} ${version}`);
}
