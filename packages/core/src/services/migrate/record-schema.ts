/** What a line of an export must look like to be taken for a record. */
import { z } from 'zod';
import type { JsonValue, TransferRecord } from '../../model/index.ts';

const whole = z.int();
const time = z.int();
const workspace = z.string().min(1);
const text = z.string().refine((value) => value.isWellFormed(), 'is not valid Unicode');
const bytes = z.base64().transform((value) => Uint8Array.from(Buffer.from(value, 'base64')));
const vector = bytes
  .refine(({ length }) => length % 4 === 0, 'is not a list of floats')
  .transform(({ buffer }) => new Float32Array(buffer))
  .refine((floats) => floats.every(Number.isFinite), 'holds a number that is not finite');

const state = {
  kind: z.string(),
  tags: z.array(z.string()),
  source: z.string(),
  metadata: z.record(z.string(), z.json() as z.ZodType<JsonValue>),
  hash: z.string(),
  key: z.string().nullable(),
  occurredAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  version: whole,
  recordedAt: time,
  validFrom: time,
  validTo: time.nullable(),
  supersededBy: z.string().nullable(),
  supersedes: z.string().nullable(),
  passageCount: whole,
};

const evidence = z.array(
  z.strictObject({
    source: z.string(),
    type: z.string(),
    target: z.string(),
    asserted: z.boolean(),
    version: whole,
    start: whole,
    end: whole,
    confidence: z.number(),
    validFrom: time,
    validTo: time.nullable(),
    recordedAt: time,
    recordedTo: time.nullable(),
    continues: whole.nullable(),
  }),
);

const memory = z.strictObject({
  kind: z.literal('memory'),
  workspace,
  id: z.string().min(1),
  memory: z.strictObject({ text, ...state }),
  versions: z.array(z.strictObject({ text: text.nullable(), ...state, recordedTo: time })),
  passages: z.array(z.strictObject({ start: whole, end: whole })),
  vectors: z.array(z.strictObject({ passage: whole, model: z.string(), vector, tokens: bytes.nullable() })),
  mentions: z.array(z.strictObject({ passage: whole, start: whole, end: whole, entity: z.string() })),
  names: z.array(z.strictObject({ entity: z.string(), form: z.string() })),
  evidence,
  unread: z.array(z.string()).nullable(),
});

const collectionName = z.string().regex(/^[a-z][a-z0-9_]{0,40}$/);
const recordKey = text.min(1).max(1024);

const record = z.strictObject({
  kind: z.literal('record'),
  workspace,
  collection: collectionName,
  key: recordKey,
  value: text,
  version: whole,
  createdAt: time,
  updatedAt: time,
  entries: z.array(z.strictObject({ index: collectionName, value: recordKey, unique: z.boolean() })),
  parent: z
    .union([
      z.strictObject({ memory: z.string().min(1) }),
      z.strictObject({ collection: collectionName, key: recordKey }),
    ])
    .nullable(),
  blobs: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

export const recordSchema: z.ZodType<TransferRecord> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('setting'), name: z.string(), value: z.string() }),
  z.strictObject({
    kind: z.literal('workspace'),
    workspace,
    name: z.string(),
    description: z.string(),
    createdAt: time,
  }),
  z.strictObject({
    kind: z.literal('tombstone'),
    workspace,
    id: z.string(),
    hash: z.string(),
    removedAt: time,
  }),
  z.strictObject({
    kind: z.literal('entity'),
    workspace,
    id: z.string().min(1),
    type: z.string(),
    name: z.string(),
    asserted: z.boolean(),
    createdAt: time,
    aliases: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('merge'), workspace, from: z.string(), into: z.string(), at: time }),
  memory,
  z.strictObject({
    kind: z.literal('assertion'),
    workspace,
    source: z.string(),
    type: z.string(),
    target: z.string(),
    evidence,
  }),
  record,
]);
