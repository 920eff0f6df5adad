/**
 * One request's worth of texts. When the endpoint cannot take a batch although it answers otherwise, one of the texts is
 * to blame: the batch is halved until it stands alone, and then the text itself, because too long a text is the usual
 * reason. So one bad text does not keep the others from getting their vectors.
 */
import { HttpFailure, type GuardedClient } from '../../net/index.ts';
import type { EmbeddingDialect } from './dialect.ts';
import { toUnitVectors, UnusableVectors } from './usable-vectors.ts';

export interface BatchCall {
  readonly client: GuardedClient;
  readonly dialect: EmbeddingDialect;
  /** 0 while it is not known. */
  readonly dimensions: number;
  readonly signal: AbortSignal | undefined;
}

/** The endpoint works, but not for this text. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
}

const REFUSALS = new Set([400, 413, 422, 500]);
/** A text that is refused at this length is not refused for its length. */
const SHORTEST = 256;
const PROBE = 'ok';

export async function embedOnce({ client, dialect, dimensions, signal }: BatchCall, texts: readonly string[]) {
  const answer = await client.call({ path: dialect.path, body: dialect.toBody(texts), signal });
  return toUnitVectors(dialect.vectorsOf(answer), texts.length, dimensions);
}

/** After a failure of the whole batch. Fails with that failure unless the texts are to blame, else with TextRefused. */
export async function embedInParts(call: BatchCall, texts: readonly string[], failure: unknown) {
  if (!mayBeTheTexts(failure) || !(await answersAtAll(call))) throw failure;
  return halve(call, texts);
}

function mayBeTheTexts(failure: unknown): boolean {
  if (failure instanceof UnusableVectors) return true;
  return failure instanceof HttpFailure && REFUSALS.has(failure.status ?? 0);
}

async function answersAtAll(call: BatchCall): Promise<boolean> {
  return embedOnce(call, [PROBE]).then(
    () => true,
    () => false,
  );
}

async function halve(call: BatchCall, texts: readonly string[]): Promise<Float32Array[]> {
  if (texts.length === 1) return shorten(call, texts[0] as string);
  const middle = Math.ceil(texts.length / 2);
  const vectors: Float32Array[] = [];
  for (const half of [texts.slice(0, middle), texts.slice(middle)]) {
    vectors.push(...(await orElse(call, half, () => halve(call, half))));
  }
  return vectors;
}

async function shorten(call: BatchCall, text: string): Promise<Float32Array[]> {
  if (text.length <= SHORTEST) throw new TextRefused();
  const half = text.slice(0, text.length / 2).toWellFormed();
  return orElse(call, [half], () => shorten(call, half));
}

async function orElse(
  call: BatchCall,
  texts: readonly string[],
  smaller: () => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  try {
    return await embedOnce(call, texts);
  } catch (failure) {
    if (!mayBeTheTexts(failure)) throw failure;
    return smaller();
  }
}
