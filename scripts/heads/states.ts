/**
 * What the built-in model thinks of each word after its sixth layer, for the training of the reader's heads:
 *   node scripts/heads/states.ts IN.jsonl OUT        IN has {id, text} lines
 * OUT.f16 has 384 halves for each word (the mean of its pieces); OUT.jsonl says {id, words: [start, end, pieces, …]} for each text.
 * Offsets are JavaScript's. A text is read alone, as the server reads it, and cut where the model's room ends.
 */
import { closeSync, createWriteStream, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findBuiltinModel } from '../../packages/providers/src/embed/builtin-model.ts';
import { basicWords } from '../../packages/providers/src/extract/heads/basic-words.ts';

const LAYER = '/encoder/layer.5/output/LayerNorm/Add_1_output_0';
const WIDTH = 384;
const ROOM = 511;

const [input, output] = process.argv.slice(2) as [string, string];
const require = createRequire(new URL('../../packages/providers/package.json', import.meta.url));
const ort = require('onnxruntime-node');
const { Tokenizer } = require('@huggingface/tokenizers');
const dir = findBuiltinModel();
const json = (file: string) => JSON.parse(readFileSync(join(dir, file), 'utf8'));
const tokenizer = new Tokenizer(
  { ...json('tokenizer.json'), padding: null, truncation: null },
  json('tokenizer_config.json'),
);
const [CLS, SEP] = tokenizer.encode('').ids as [number, number];
const known = new Map<string, number[]>();

function piecesOf(word: string): number[] {
  let ids = known.get(word);
  if (!ids) known.set(word, (ids = tokenizer.encode(word, { add_special_tokens: false }).ids as number[]));
  return ids;
}

/** Protobuf merges a second graph into the first: one more output lets the layer out. */
function letOut(model: Buffer): Buffer {
  const name = Buffer.from(LAYER);
  const field = (tag: number, body: Buffer) => Buffer.concat([Buffer.from([tag, body.length]), body]);
  return Buffer.concat([model, field(0x3a, field(0x62, field(0x0a, name)))]);
}

const session = await ort.InferenceSession.create(letOut(readFileSync(join(dir, 'onnx/model_quantized.onnx'))), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
});

async function statesOf(ids: readonly number[]): Promise<Float32Array> {
  const tensor = (data: BigInt64Array) => new ort.Tensor('int64', data, [1, ids.length]);
  const out = await session.run({
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  return out[LAYER].data;
}

/** Of each word's pieces; `words` has start, end and pieces of each. */
function meansOf(states: Float32Array, words: readonly number[]): Float16Array {
  const means = new Float16Array((words.length / 3) * WIDTH);
  let piece = 1;
  for (let w = 0; w < words.length / 3; w++) {
    const count = words[w * 3 + 2] as number;
    for (let d = 0; d < WIDTH; d++) means[w * WIDTH + d] = meanOf(states, piece * WIDTH + d, count);
    piece += count;
  }
  return means;
}

function meanOf(states: Float32Array, at: number, count: number): number {
  let sum = 0;
  for (let p = 0; p < count; p++) sum += states[at + p * WIDTH] as number;
  return sum / count;
}

const binary = openSync(`${output}.f16`, 'w');
const meta = createWriteStream(`${output}.jsonl`);
let texts = 0;
for (const line of readFileSync(input, 'utf8').split('\n')) {
  if (line === '') continue;
  const { id, text } = JSON.parse(line) as { id: string; text: string };
  const ids = [CLS];
  const words: number[] = [];
  for (const { start, end } of basicWords(text)) {
    const pieces = piecesOf(text.slice(start, end));
    if (pieces.length === 0) continue;
    if (ids.length + pieces.length > ROOM) break;
    words.push(start, end, pieces.length);
    ids.push(...pieces);
  }
  const means = meansOf(await statesOf([...ids, SEP]), words);
  writeSync(binary, new Uint8Array(means.buffer));
  meta.write(`${JSON.stringify({ id, words })}\n`);
  if (++texts % 1000 === 0) console.log(output, texts);
}
closeSync(binary);
meta.end();
console.log(`${output}: ${texts} texts`);
