/**
 * The heads' product is computed inside the model's graph, from the states after its sixth layer. The file itself stays as it is and was
 * checked: protobuf merges a second `graph` into the first, so that a few bytes more, appended in memory, add a node, its weights and an output.
 */
import { COLUMNS, STATE_WIDTH } from './columns.ts';

/** What the output is called. */
export const HEADS_OUTPUT = 'zapomni.heads';
/** The states after the sixth layer, which tell names best: the last layer serves the vector of the whole text. */
const LAYER = '/encoder/layer.5/output/LayerNorm/Add_1_output_0';
const WEIGHTS = 'zapomni.heads.weights';
/** Tags of ONNX's messages: field number × 8 + 2 for what has a length, + 0 for a number. */
const TAG = {
  graph: 0x3a,
  node: 0x0a,
  initializer: 0x2a,
  output: 0x62,
  dims: 0x08,
  dataType: 0x10,
  tensorName: 0x42,
  rawData: 0x4a,
};
const NODE = { input: 0x0a, output: 0x12, name: 0x1a, kind: 0x22 };
const FLOAT = 1;

/** `model` is the checked file, `matrix` has `STATE_WIDTH` rows of `COLUMNS`. */
export function withHeads(model: Uint8Array, matrix: Float32Array): Buffer {
  const bytes = Buffer.from(matrix.buffer, matrix.byteOffset, matrix.byteLength);
  const tensor = Buffer.concat([
    number(TAG.dims, STATE_WIDTH),
    number(TAG.dims, COLUMNS),
    number(TAG.dataType, FLOAT),
    text(TAG.tensorName, WEIGHTS),
    field(TAG.rawData, bytes),
  ]);
  const node = Buffer.concat([
    text(NODE.input, LAYER),
    text(NODE.input, WEIGHTS),
    text(NODE.output, HEADS_OUTPUT),
    text(NODE.name, `${HEADS_OUTPUT}.product`),
    text(NODE.kind, 'MatMul'),
  ]);
  const graph = Buffer.concat([
    field(TAG.node, node),
    field(TAG.initializer, tensor),
    field(TAG.output, text(0x0a, HEADS_OUTPUT)),
  ]);
  return Buffer.concat([model, field(TAG.graph, graph)]);
}

function number(tag: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([tag]), varint(value)]);
}

function text(tag: number, value: string): Buffer {
  return field(tag, Buffer.from(value));
}

function field(tag: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), varint(body.length), body]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
