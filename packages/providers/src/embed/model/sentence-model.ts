/**
 * The model itself, loaded into the calling process, whose thread it blocks while it runs. One text per run: with int8 weights the
 * scale of the activations is that of the whole batch, so neighbours would change a text's vector.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { BUILTIN_MODEL } from '../builtin-model.ts';
import { headMatrix } from '../../extract/heads/columns.ts';
import { HEADS_OUTPUT, withHeads } from '../../extract/heads/letting-out.ts';
import { createModelReader, type ModelReader } from '../../extract/heads/model-reader.ts';
import { loadHeads } from '../../extract/heads/weights.ts';
import { checkedBytes, checkedJson, checkedPath } from './model-files.ts';
import { SESSION_OPTIONS, type OnnxRuntime, type OnnxTensor } from './onnx-runtime.ts';
import { createTextEncoder } from './text-encoder.ts';
import { toSignBits, toWordVectors } from './word-vectors.ts';
import type { WorkerAnswer, WorkerText } from '../workers/worker-messages.ts';
import { createRotation } from './rotation.ts';

export type SentenceModel = (text: WorkerText) => Promise<WorkerAnswer>;

/**
 * Fails with MODEL_UNAVAILABLE when a file is missing or wrong. With `reads`, passages are also read for names and relations, in the same
 * run.
 */
export async function loadSentenceModel(onnx: OnnxRuntime, modelDir: string, reads = false): Promise<SentenceModel> {
  const encoder = createTextEncoder(
    checkedJson(modelDir, 'tokenizer.json'),
    checkedJson(modelDir, 'tokenizer_config.json'),
  );
  const rotate = createRotation(BUILTIN_MODEL.dimensions);
  const weights = reads ? loadHeads() : undefined;
  const file = 'onnx/model_quantized.onnx';
  const model = weights ? withHeads(checkedBytes(modelDir, file), headMatrix(weights)) : checkedPath(modelDir, file);
  const session = await onnx.InferenceSession.create(model, SESSION_OPTIONS);
  const run = (ids: readonly number[]) => session.run(toFeeds(onnx, ids));
  const read =
    weights &&
    createModelReader({
      ...encoder,
      weights,
      room: BUILTIN_MODEL.maxTokens,
      run: async (ids) => (await run(ids))[HEADS_OUTPUT]?.data as Float32Array,
    });
  return async (text) => {
    if (text.role === 'reading') return { reading: await orNothing(read, text.text) };
    const { ids, pieces, offset, fluency } = encoder.encode({ text: text.text, role: text.role });
    const outputs = await run(ids);
    const hidden = outputs['last_hidden_state']?.data;
    const vector = toUnitVector(hidden);
    const { dimensions } = BUILTIN_MODEL;
    const rows = (hidden as Float32Array).subarray(offset * dimensions, (offset + pieces.length) * dimensions);
    const words = toWordVectors(pieces, rows, rotate);
    if (text.role === 'query') return { vector, fluency, words };
    const done = { ids, products: outputs[HEADS_OUTPUT]?.data as Float32Array };
    const reading = read && { reading: await read(text.text, done) };
    return { vector, fluency, wordBits: toSignBits(words.vectors), ...reading };
  };
}

/** A model that was loaded without the heads reads nothing: whoever asks it made a mistake. */
async function orNothing(read: ModelReader | undefined, text: string) {
  if (!read) throw new Error('The model was loaded without the heads that read.');
  return read(text);
}

function toFeeds(onnx: OnnxRuntime, ids: readonly number[]): Record<string, OnnxTensor> {
  const tensor = (data: BigInt64Array) => new onnx.Tensor('int64', data, [1, ids.length]);
  return {
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  };
}

/** CLS pooling: the first token's vector stands for the text. Checked here, so that no bad vector is ever stored. */
export function toUnitVector(output: unknown): Float32Array {
  if (!(output instanceof Float32Array) || output.length < BUILTIN_MODEL.dimensions) throw badVector();
  const vector = output.slice(0, BUILTIN_MODEL.dimensions);
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw badVector();
  return vector.map((value) => value / length);
}

function badVector(): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The built-in model gave a vector that cannot be used.');
}
