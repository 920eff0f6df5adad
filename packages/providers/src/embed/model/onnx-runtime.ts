/** The part of onnxruntime-node that is used, which comes without types, and its loading. */
import { createRequire } from 'node:module';
import { ZapomniError } from '@zapomni/core/errors';

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

/** Native code: called in a worker only, so that a process that never embeds never pays for it. */
export function loadOnnxRuntime(): OnnxRuntime {
  try {
    return createRequire(import.meta.url)('onnxruntime-node') as OnnxRuntime;
  } catch (cause) {
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The native library that runs the built-in model cannot be loaded.', {
      hint: 'It supports Linux (glibc), macOS and Windows on x64 and arm64. Elsewhere words still find memories.',
      cause,
    });
  }
}
