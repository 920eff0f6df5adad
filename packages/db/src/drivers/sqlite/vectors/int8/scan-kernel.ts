/** The inner loops of vector search, scan.wat, made ready to run. */
import { PLAIN_SCAN_MODULE, SCAN_MODULE } from './generated/scan.ts';

/** TypeScript keeps the types of WebAssembly with those of the browser, which are not loaded here. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
  validate(bytes: Uint8Array): boolean;
}

/** As scan.wat describes them. */
export interface ScanKernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  glance: (...args: [...Slots, query: number, out: number, more: number, bar: number]) => number;
  look: (...args: [...Slots, query: number, out: number]) => void;
  encode(vector: number, stride: number, factor: number, codes: number): void;
  split(codes: number, count: number, stride: number, upper: number): void;
  join(codes: number, count: number, stride: number, upper: number): void;
}

type Slots = [slots: number, count: number, blocks: number, stride: number];

const wasm = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi;
const compiled = new Map<string, object>();

/** With memory of its own. Every Node that we support has relaxed SIMD; without it the same takes twice as long. */
export function makeKernel(relaxed = hasRelaxedSimd()): ScanKernel {
  const source = relaxed ? SCAN_MODULE : PLAIN_SCAN_MODULE;
  const module = compiled.get(source) ?? new wasm.Module(Buffer.from(source, 'base64'));
  compiled.set(source, module);
  return new wasm.Instance(module).exports as ScanKernel;
}

let relaxedSimd: boolean | undefined;

function hasRelaxedSimd(): boolean {
  relaxedSimd ??= wasm.validate(Buffer.from(SCAN_MODULE, 'base64'));
  return relaxedSimd;
}
