/** How fast texts are read, beside how fast they are embedded, in one run on one machine. */
import type { Embedder, Extractor } from '@zapomni/core/ports';

export interface Speed {
  readonly textsPerSecond: number;
  readonly kilobytesPerSecond: number;
}

const PORTION = 32;

export async function readingSpeed(extractor: Extractor, texts: readonly string[]): Promise<Speed> {
  await extractor.extract([{ text: 'Warm up.', at: 0 }]);
  return speedOf(texts, (portion) => extractor.extract(portion.map((text) => ({ text, at: 0 }))));
}

export async function embeddingSpeed(embedder: Embedder, texts: readonly string[]): Promise<Speed> {
  await embedder.warm();
  return speedOf(texts, (portion) => embedder.embed(portion, { role: 'passage' }));
}

async function speedOf(
  texts: readonly string[],
  work: (portion: readonly string[]) => Promise<unknown>,
): Promise<Speed> {
  const started = performance.now();
  for (let at = 0; at < texts.length; at += PORTION) await work(texts.slice(at, at + PORTION));
  const seconds = (performance.now() - started) / 1000;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { textsPerSecond: texts.length / seconds, kilobytesPerSecond: bytes / 1000 / seconds };
}
