/**
 * A record as plain JSON, part by part. Every field is written in a fixed order, so that equal records are equal lines,
 * whichever engine they were read from. Vectors and token codes are base64 of their bytes, floats little-endian.
 */
import type {
  CollectionRecord,
  EvidenceState,
  MemoryRecord,
  MemoryState,
  RecordKind,
  TransferRecord,
  VectorState,
  VersionState,
} from './records.ts';

/** What is counted apart; in the order of reports. */
export const PARTS = [
  'settings',
  'workspaces',
  'tombstones',
  'entities',
  'merges',
  'memories',
  'versions',
  'passages',
  'vectors',
  'token codes',
  'mentions',
  'names',
  'evidence',
  'unread',
  'records',
] as const;
export type Part = (typeof PARTS)[number];

const HEADS: Readonly<Record<Exclude<RecordKind, 'memory' | 'assertion'>, Part>> = {
  setting: 'settings',
  workspace: 'workspaces',
  tombstone: 'tombstones',
  entity: 'entities',
  merge: 'merges',
  record: 'records',
};

export interface PlainPart {
  readonly part: Part;
  readonly count: number;
  /** Null where the record has nothing of it. */
  readonly value: unknown;
}

/** Everything in the record once; where it belongs is said in each part. */
export function partsOf(record: TransferRecord): PlainPart[] {
  if (record.kind === 'memory') return memoryParts(record);
  if (record.kind === 'assertion') return [listPart('evidence', record.evidence.map(plainEvidence))];
  return [{ part: HEADS[record.kind], count: 1, value: plainRecord(record) }];
}

function memoryParts(record: MemoryRecord): PlainPart[] {
  const { memory, versions, passages, vectors, mentions, names, evidence, unread } = record;
  const coded = vectors.filter(({ tokens }) => tokens !== null);
  return [
    { part: 'memories', count: 1, value: plainState(memory) },
    listPart('versions', versions.map(plainVersion)),
    listPart('passages', passages.map(plainSpan)),
    listPart('vectors', vectors.map(plainVector)),
    listPart('token codes', coded.map(plainTokens)),
    listPart('mentions', mentions.map(plainMention)),
    listPart('names', names.map(plainName)),
    listPart('evidence', evidence.map(plainEvidence)),
    { part: 'unread', count: unread ? 1 : 0, value: unread },
  ];
}

function listPart(part: Part, list: readonly unknown[]): PlainPart {
  return { part, count: list.length, value: list.length > 0 ? list : null };
}

/** The whole record in one piece. */
export function plainRecord(record: TransferRecord): unknown {
  switch (record.kind) {
    case 'setting':
      return pick(record, ['kind', 'name', 'value']);
    case 'workspace':
      return pick(record, ['kind', 'workspace', 'name', 'description', 'createdAt']);
    case 'tombstone':
      return pick(record, ['kind', 'workspace', 'id', 'hash', 'removedAt']);
    case 'entity':
      return pick(record, ['kind', 'workspace', 'id', 'type', 'name', 'asserted', 'createdAt', 'aliases']);
    case 'merge':
      return pick(record, ['kind', 'workspace', 'from', 'into', 'at']);
    case 'assertion':
      return {
        ...pick(record, ['kind', 'workspace', 'source', 'type', 'target']),
        evidence: record.evidence.map(plainEvidence),
      };
    case 'memory':
      return plainMemory(record);
    case 'record':
      return plainCollectionRecord(record);
  }
}

function plainCollectionRecord(record: CollectionRecord): unknown {
  const { parent } = record;
  return {
    ...pick(record, ['kind', 'workspace', 'collection', 'key', 'value', 'version', 'createdAt', 'updatedAt']),
    entries: record.entries.map((entry) => pick(entry, ['index', 'value', 'unique'])),
    parent: parent && ('memory' in parent ? pick(parent, ['memory']) : pick(parent, ['collection', 'key'])),
    blobs: record.blobs,
  };
}

function plainMemory(record: MemoryRecord): unknown {
  return {
    ...pick(record, ['kind', 'workspace', 'id']),
    memory: plainState(record.memory),
    versions: record.versions.map(plainVersion),
    passages: record.passages.map(plainSpan),
    vectors: record.vectors.map((state) => ({ ...plainVector(state), tokens: base64(state.tokens) })),
    mentions: record.mentions.map(plainMention),
    names: record.names.map(plainName),
    evidence: record.evidence.map(plainEvidence),
    unread: record.unread,
  };
}

const STATE = [
  'text',
  'kind',
  'tags',
  'source',
  'metadata',
  'hash',
  'key',
  'occurredAt',
  'createdAt',
  'updatedAt',
  'version',
  'recordedAt',
  'validFrom',
  'validTo',
  'supersededBy',
  'supersedes',
  'passageCount',
] as const;

const plainState = (state: MemoryState): object => pick(state, STATE);
const plainVersion = (state: VersionState): object => pick(state, [...STATE, 'recordedTo']);
const plainSpan = (span: MemoryRecord['passages'][number]): object => pick(span, ['start', 'end']);
const plainMention = (mention: MemoryRecord['mentions'][number]): object =>
  pick(mention, ['passage', 'start', 'end', 'entity']);
const plainName = (name: MemoryRecord['names'][number]): object => pick(name, ['entity', 'form']);

function plainEvidence(piece: EvidenceState): object {
  return pick(piece, [
    'source',
    'type',
    'target',
    'asserted',
    'version',
    'start',
    'end',
    'confidence',
    'validFrom',
    'validTo',
    'recordedAt',
    'recordedTo',
    'continues',
  ]);
}

/** Zero has no sign: not every engine keeps it. */
function plainVector({ passage, model, vector }: VectorState): object {
  const { buffer } = vector.map((part) => part + 0);
  return { passage, model, vector: base64(new Uint8Array(buffer)) };
}

function plainTokens({ passage, model, tokens }: VectorState): object {
  return { passage, model, tokens: base64(tokens) };
}

function base64(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function pick<Value extends object>(value: Value, fields: readonly (keyof Value)[]): object {
  return Object.fromEntries(fields.map((field) => [field, value[field] ?? null]));
}
