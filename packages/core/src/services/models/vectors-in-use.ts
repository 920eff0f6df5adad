/**
 * What processes tell each other of models' vectors, in the store's settings. That a set was made whole: searches may go
 * by it from then on, whoever made it. And which vectors somebody still wants: a process whose settings name a model says so in the store from time to
 * time, so that another one, set up otherwise, does not take away under it what it would only have to make again.
 */
import type { Deps } from '../deps.ts';

const DAY_MS = 86_400_000;
const SAID_AGAIN_MS = DAY_MS / 2;

type Parts = Pick<Deps, 'storage' | 'clock' | 'logger'>;

export async function markWhole({ storage }: Parts, model: string): Promise<void> {
  await storage.settings.set(wholeName(model), 'yes');
}

export async function isMarkedWhole({ storage }: Parts, model: string): Promise<boolean> {
  return (await storage.settings.get(wholeName(model))) !== null;
}

export async function markInUse({ storage, clock }: Parts, model: string): Promise<void> {
  const now = clock.now();
  const said = await storage.settings.get(usedName(model));
  if (said === null || now - Number(said) > SAID_AGAIN_MS) await storage.settings.set(usedName(model), String(now));
}

/** Takes away the vectors of every model but these and those in use. Stops at the signal; the next time goes on. */
export async function forgetOthers(parts: Parts, kept: readonly string[], signal: AbortSignal): Promise<void> {
  for (const { model, vectors } of await parts.storage.vectors.models()) {
    if (kept.includes(model) || (await isInUse(parts, model))) continue;
    await forgetModel(parts, model, signal);
    if (signal.aborted) return;
    parts.logger.log('info', 'vectors_forgotten', { model, vectors });
  }
}

/** Takes away all vectors of a model, and what was kept in mind of them; says how many went. */
export async function forgetModel(
  { storage }: Pick<Parts, 'storage'>,
  model: string,
  signal?: AbortSignal,
): Promise<number> {
  await storage.settings.set(wholeName(model), null);
  let gone = 0;
  for (;;) {
    const more = await storage.vectors.forget(model);
    gone += more;
    if (more === 0 || signal?.aborted) break;
  }
  if (!signal?.aborted) await storage.settings.set(usedName(model), null);
  return gone;
}

async function isInUse({ storage, clock }: Parts, model: string): Promise<boolean> {
  const said = await storage.settings.get(usedName(model));
  return said !== null && clock.now() - Number(said) < DAY_MS;
}

function usedName(model: string): string {
  return `embedder_used:${model}`;
}

export function wholeName(model: string): string {
  return `embedder_whole:${model}`;
}
