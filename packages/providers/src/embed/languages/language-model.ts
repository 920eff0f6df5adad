/**
 * The model of other languages, loaded into the calling process: words cut by a ready-made table, one text per run, the mean of
 * what it says of each piece. Both files are used only after their bytes proved to be the right ones.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { keptFiles, MULTILINGUAL, type ModelFile } from '../../models/catalogue.ts';
import { SESSION_OPTIONS, type OnnxRuntime, type OnnxTensor } from '../model/onnx-runtime.ts';
import type { SentenceModel } from '../model/sentence-model.ts';
import { hashOf } from '../model/model-files.ts';
import { createRotation } from '../model/rotation.ts';
import { toSignBits, vectorsOf } from '../model/word-vectors.ts';
import { createPieceEncoder } from './piece-encoder.ts';
import { wordsOfPieces } from './piece-words.ts';
import { readUnigram } from './unigram-table.ts';

export async function loadLanguageModel(onnx: OnnxRuntime, modelDir: string): Promise<SentenceModel> {
  const [weights, vocabulary] = keptFiles(MULTILINGUAL) as [ModelFile, ModelFile];
  const table = orUnavailable(vocabulary, () => readFileSync(join(modelDir, vocabulary.path)));
  requireHash(vocabulary, createHash('sha256').update(table).digest('hex'));
  const { dimensions, maxTokens } = MULTILINGUAL.model;
  const encode = createPieceEncoder(readUnigram(table), maxTokens);
  const path = join(modelDir, weights.path);
  requireHash(
    weights,
    orUnavailable(weights, () => hashOf(path)),
  );
  const session = await onnx.InferenceSession.create(path, SESSION_OPTIONS);
  const rotate = createRotation(dimensions);
  return async ({ text, role }) => {
    const { ids, pieces, known } = encode(text);
    const outputs = await session.run(toFeeds(onnx, ids));
    const hidden = outputs['last_hidden_state']?.data as Float32Array;
    const rows = hidden.subarray(dimensions, (1 + pieces.length) * dimensions);
    const words = vectorsOf(wordsOfPieces(pieces), rows, { dimensions, rotate });
    const embedding = { vector: meanOf(hidden, dimensions), fluency: known };
    return role === 'query' ? { ...embedding, words } : { ...embedding, wordBits: toSignBits(words.vectors) };
  };
}

function toFeeds(onnx: OnnxRuntime, ids: readonly number[]): Record<string, OnnxTensor> {
  const tensor = (data: BigInt64Array) => new onnx.Tensor('int64', data, [1, ids.length]);
  return {
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  };
}

/** Of all rows, made one long. Checked, so that no bad vector is ever stored. */
function meanOf(hidden: Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < hidden.length; i++) {
    const column = i % dimensions;
    sum[column] = (sum[column] as number) + (hidden[i] as number);
  }
  const length = Math.hypot(...sum);
  if (!Number.isFinite(length) || length === 0) {
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The model of other languages gave a vector that cannot be used.');
  }
  return sum.map((value) => value / length);
}

const AGAIN =
  'Install it again with `zapomni model install multilingual`. Until then the built-in model does its work.';

function orUnavailable<T>({ path }: ModelFile, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = `The file ${path} of the model of other languages cannot be read.`;
    throw new ZapomniError('MODEL_UNAVAILABLE', message, { hint: AGAIN, cause });
  }
}

function requireHash({ path, sha256 }: ModelFile, hash: string): void {
  if (hash === sha256) return;
  const message = `The file ${path} of the model of other languages is damaged.`;
  const cause = new Error(`SHA-256 is ${hash}, expected ${sha256}`);
  throw new ZapomniError('MODEL_UNAVAILABLE', message, { hint: AGAIN, cause });
}
