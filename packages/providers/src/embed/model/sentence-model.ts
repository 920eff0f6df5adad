/**
 * The model itself, loaded into the calling process, whose thread it blocks while it runs. One text per run: with int8 weights the
 * scale of the activations is that of the whole batch, so neighbours would change a text's vector.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Embedding } from '@zapomni/core/ports';
import { BUILTIN_MODEL } from '../builtin-model.ts';
import { checkedJson, checkedPath } from './model-files.ts';
import { loadOnnxRuntime, type OnnxRuntime, type OnnxSessionOptions, type OnnxTensor } from './onnx-runtime.ts';
import { createTextEncoder } from './text-encoder.ts';
import { toSignBits, toWordVectors } from './word-vectors.ts';
import type { WorkerText } from '../workers/worker-messages.ts';
import { createRotation } from './rotation.ts';

export type SentenceModel = (text: WorkerText) => Promise<Embedding>;

/** One thread each, because workers run side by side; no arena, because it keeps the memory of the longest text for good. */
const SESSION_OPTIONS: OnnxSessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
};

/** Fails with MODEL_UNAVAILABLE when a file is missing or wrong, or when there is no native library for this machine. */
export async function loadSentenceModel(modelDir: string): Promise<SentenceModel> {
  const encode = createTextEncoder(
    checkedJson(modelDir, 'tokenizer.json'),
    checkedJson(modelDir, 'tokenizer_config.json'),
  );
  const weights = checkedPath(modelDir, 'onnx/model_quantized.onnx');
  const onnx = loadOnnxRuntime();
  const rotate = createRotation(BUILTIN_MODEL.dimensions);
  const session = await onnx.InferenceSession.create(weights, SESSION_OPTIONS);

  return async (text) => {
    const { ids, pieces, offset, fluency } = encode(text);
    const outputs = await session.run(toFeeds(onnx, ids));
    const hidden = outputs['last_hidden_state']?.data;
    const vector = toUnitVector(hidden);
    const { dimensions } = BUILTIN_MODEL;
    const rows = (hidden as Float32Array).subarray(offset * dimensions, (offset + pieces.length) * dimensions);
    const words = toWordVectors(pieces, rows, rotate);
    return { vector, fluency, ...(text.role === 'query' ? { words } : { wordBits: toSignBits(words.vectors) }) };
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
