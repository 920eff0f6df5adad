/**
 * What runs models: a native library where it can be loaded, and the same in WebAssembly everywhere else. The part of them that is used,
 * and the choice between them. Called in a worker only, so that a process that never embeds never pays for it.
 */
import { createRequire } from 'node:module';
import { ZapomniError } from '@zapomni/core/errors';
import type { ModelRuntime, RuntimeChoice } from '@zapomni/core/ports';

export interface OnnxTensor {
  readonly data: unknown;
}

interface OnnxSession {
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

interface OnnxSessionOptions {
  readonly intraOpNumThreads: number;
  readonly interOpNumThreads: number;
  readonly enableCpuMemArena: boolean;
}

export interface OnnxRuntime {
  readonly InferenceSession: { create(model: string | Uint8Array, options: OnnxSessionOptions): Promise<OnnxSession> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}

/** One thread each, because workers run side by side; no arena, because it keeps the memory of the longest text for good. */
export const SESSION_OPTIONS: OnnxSessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
};

export interface LoadedRuntime {
  readonly onnx: OnnxRuntime;
  readonly used: ModelRuntime;
}

/** Fails with MODEL_UNAVAILABLE when what was chosen cannot be loaded; `auto` takes what can. */
export async function loadOnnxRuntime(choice: RuntimeChoice): Promise<LoadedRuntime> {
  if (choice === 'wasm') return { onnx: await loadWasm(), used: { name: 'wasm', why: 'the settings say so' } };
  try {
    const onnx = createRequire(import.meta.url)('onnxruntime-node') as OnnxRuntime;
    return { onnx, used: { name: 'native' } };
  } catch (cause) {
    if (choice === 'native') throw noNative(cause);
    return { onnx: await loadWasm(), used: { name: 'wasm', why: whyNotNative(cause) } };
  }
}

async function loadWasm(): Promise<OnnxRuntime> {
  try {
    return await (await import('./wasm-runtime.ts')).loadWasmRuntime();
  } catch (cause) {
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The WebAssembly that runs the built-in model cannot be loaded.', {
      hint: 'Reinstall Zapomni, which brings the file. Until then words still find memories.',
      cause,
    });
  }
}

function noNative(cause: unknown): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The native library that runs the built-in model cannot be loaded.', {
    hint: 'It supports Linux (glibc), macOS and Windows on x64 and arm64. With `model_runtime` at `auto` WebAssembly does its work.',
    cause,
  });
}

/** In words that name no folder: it is logged. */
function whyNotNative(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  if (code === 'MODULE_NOT_FOUND') return 'the native library is not installed, or there is none for this machine';
  if (code === 'ERR_DLOPEN_FAILED') return 'the system refuses to load the native library';
  return `the native library cannot be loaded (${code})`;
}
