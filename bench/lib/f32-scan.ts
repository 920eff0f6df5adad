/** The yardstick: all vectors as float32, multiplied with the query one after the other, in WebAssembly with SIMD. */
import wabt from 'wabt';

const PAGE = 65_536;
const QUERY_AT = 0;
const VECTORS_AT = PAGE;

const lanes = ['a', 'b', 'c', 'd'];
const accumulate = lanes
  .map(
    (lane, i) => `(local.set $${lane} (f32x4.add (local.get $${lane}) (f32x4.mul
      (v128.load offset=${i * 16} (local.get $at)) (v128.load offset=${i * 16} (local.get $q)))))`,
  )
  .join('\n');
const SOURCE = `(module (memory (export "memory") 1)
  (func (export "scan") (param $at i32) (param $count i32) (param $bytes i32) (param $out i32)
    (local $q i32) (local $last i32) ${lanes.map((lane) => `(local $${lane} v128)`).join(' ')}
    (loop $next
      (local.set $last (i32.add (local.get $at) (local.get $bytes)))
      (local.set $q (i32.const ${QUERY_AT}))
      ${lanes.map((lane) => `(local.set $${lane} (v128.const i32x4 0 0 0 0))`).join(' ')}
      (loop $sixteen
        ${accumulate}
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $q (i32.add (local.get $q) (i32.const 64)))
        (br_if $sixteen (i32.lt_u (local.get $at) (local.get $last))))
      (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
      (f32.store (local.get $out) (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
        (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $next (local.get $count)))))`;

interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  scan(at: number, count: number, bytes: number, out: number): void;
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

export interface F32Scan {
  /** Puts a vector in place `at`. */
  set(at: number, vector: Float32Array): void;
  /** Scores of the first `count` vectors. Valid until the next call. */
  scan(query: Float32Array, count: number): Float32Array;
}

/** `dimensions` must be a multiple of 16. */
export async function createF32Scan(capacity: number, dimensions: number): Promise<F32Scan> {
  const { parseWat } = await wabt();
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi;
  const binary = parseWat('f32.wat', SOURCE, { simd: true }).toBinary({}).buffer;
  const { memory, scan } = new Instance(new Module(binary)).exports as ScanExports;
  const out = VECTORS_AT + capacity * dimensions * 4;
  memory.grow(Math.ceil((out + capacity * 4) / PAGE));
  const vectors = new Float32Array(memory.buffer, VECTORS_AT, capacity * dimensions);
  return {
    set: (at, vector) => vectors.set(vector, at * dimensions),
    scan: (query, count) => {
      new Float32Array(memory.buffer, QUERY_AT, dimensions).set(query);
      scan(VECTORS_AT, count, dimensions * 4, out);
      return new Float32Array(memory.buffer, out, count);
    },
  };
}
