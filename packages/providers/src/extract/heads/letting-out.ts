/**
 * The heads' product is computed inside the model's graph, from the states after its sixth layer, which the model has as bytes anyway. The file
 * itself stays as it is and was checked: protobuf merges a second `graph` into the first, so that what is appended in memory adds nodes, weights
 * and an output.
 *
 *   states as bytes ── MatMulInteger ── Cast ── Mul ── heads
 *   their scale ───────────── Mul with the columns' scales ──┘
 */
import { COLUMNS, STATE_WIDTH, type HeadMatrix } from './columns.ts';

/** What the output is called. */
export const HEADS_OUTPUT = 'zapomni.heads';
/** The states after the sixth layer, which tell names best: the last layer serves the vector of the whole text. */
const STATES = '/encoder/layer.5/output/LayerNorm/Add_1_output_0';
/** Tags of ONNX's messages: field number × 8 + 2 for what has a length, + 0 for a number. */
const GRAPH = { graph: 0x3a, node: 0x0a, initializer: 0x2a, output: 0x62, valueName: 0x0a };
const TENSOR = { dims: 0x08, dataType: 0x10, name: 0x42, rawData: 0x4a };
const NODE = { input: 0x0a, output: 0x12, name: 0x1a, kind: 0x22, attribute: 0x2a };
const ATTRIBUTE = { name: 0x0a, integer: 0x18, type: 20 * 8 };
const TYPES = { float: 1, byte: 2 };
const INTEGER_ATTRIBUTE = 2;
/** Bytes without a sign are multiplied exactly on every processor; this is their zero. */
const ZERO = 128;

const own = (what: string) => `${HEADS_OUTPUT}.${what}`;

/** `model` is the checked file. */
export function withHeads(model: Uint8Array, { values, scales }: HeadMatrix): Buffer {
  const weights = Buffer.from(values.map((value) => value + ZERO));
  const graph = Buffer.concat([
    tensor(own('weights'), [STATE_WIDTH, COLUMNS], TYPES.byte, weights),
    tensor(own('zero'), [], TYPES.byte, Buffer.from([ZERO])),
    tensor(own('scales'), [COLUMNS], TYPES.float, Buffer.from(scales.buffer, scales.byteOffset, scales.byteLength)),
    node('MatMulInteger', [`${STATES}_quantized`, own('weights'), `${STATES}_zero_point`, own('zero')], own('sums')),
    node('Cast', [own('sums')], own('numbers'), toFloat()),
    node('Mul', [`${STATES}_scale`, own('scales')], own('scale')),
    node('Mul', [own('numbers'), own('scale')], HEADS_OUTPUT),
    field(GRAPH.output, text(GRAPH.valueName, HEADS_OUTPUT)),
  ]);
  return Buffer.concat([model, field(GRAPH.graph, graph)]);
}

function tensor(name: string, dims: readonly number[], type: number, bytes: Buffer): Buffer {
  const sizes = dims.map((size) => number(TENSOR.dims, size));
  return field(
    GRAPH.initializer,
    Buffer.concat([...sizes, number(TENSOR.dataType, type), text(TENSOR.name, name), field(TENSOR.rawData, bytes)]),
  );
}

function node(kind: string, inputs: readonly string[], output: string, attribute: Buffer = Buffer.alloc(0)): Buffer {
  return field(
    GRAPH.node,
    Buffer.concat([
      ...inputs.map((input) => text(NODE.input, input)),
      text(NODE.output, output),
      text(NODE.name, `${output}.${kind}`),
      text(NODE.kind, kind),
      attribute,
    ]),
  );
}

function toFloat(): Buffer {
  const type = Buffer.concat([varint(ATTRIBUTE.type), varint(INTEGER_ATTRIBUTE)]);
  const body = Buffer.concat([text(ATTRIBUTE.name, 'to'), number(ATTRIBUTE.integer, TYPES.float), type]);
  return field(NODE.attribute, body);
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
