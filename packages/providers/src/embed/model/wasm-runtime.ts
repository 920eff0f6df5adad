/** The runtime of models in WebAssembly: the same file for every machine, in one thread, and some times slower than native code. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** Under which it lies beside the bundle, packed. */
export const PACKED_WASM = 'onnxruntime.wasm.br';
const WASM_SHA256 = '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2';

/** Of the sources and the build. */
export const installedWasm = (): string =>
  createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');

export function checkWasm(bytes: Uint8Array): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== WASM_SHA256) throw new Error(`The WebAssembly is not the expected file: its SHA-256 is ${actual}.`);
}

export async function loadWasmRuntime(): Promise<OnnxRuntime> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm');
  env.wasm.wasmBinary = await wasmBytes();
  // More would be worker threads; the pool has processes.
  env.wasm.numThreads = 1;
  return {
    // It knows of no files.
    InferenceSession: {
      create: async (model, options) =>
        (await InferenceSession.create(typeof model === 'string' ? await readFile(model) : model, {
          ...options,
        })) as unknown as Awaited<ReturnType<OnnxRuntime['InferenceSession']['create']>>,
    },
    Tensor,
  };
}

async function wasmBytes(): Promise<Uint8Array> {
  const bytes = import.meta.url.endsWith('.ts')
    ? await readFile(installedWasm())
    : await promisify(brotliDecompress)(await readFile(fileURLToPath(new URL(`./${PACKED_WASM}`, import.meta.url))));
  checkWasm(bytes);
  return bytes;
}
