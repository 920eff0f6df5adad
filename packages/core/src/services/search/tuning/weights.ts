/**
 * How much the signals of a search weigh, where somebody has measured it on this store and chosen. What the settings of a process say of
 * a weight counts more, as with models; what they leave at its default is the store's to choose.
 */
import { z } from 'zod';
import { configSchema, type Config } from '../../../config/index.ts';
import { FUSION_METHODS } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';

const share = z.number().min(0).max(1);
const weightsSchema = z.strictObject({
  weight_meaning: share,
  weight_rerank: share,
  fusion: z.enum(FUSION_METHODS),
});

export type SearchWeights = z.output<typeof weightsSchema>;

/** The store's setting. */
const CHOSEN_WEIGHTS = 'search_weights';
const LOOK_MS = 1000;

export function weightsOf({ weight_meaning, weight_rerank, fusion }: Config): SearchWeights {
  return { weight_meaning, weight_rerank, fusion };
}

let defaults: SearchWeights | undefined;

export function defaultWeights(): SearchWeights {
  return (defaults ??= weightsOf(configSchema.parse({ data_dir: '.' })));
}

/** Null takes the choice back. */
export async function chooseWeights({ storage }: Pick<Deps, 'storage'>, weights: SearchWeights | null): Promise<void> {
  await storage.settings.set(CHOSEN_WEIGHTS, weights && JSON.stringify(weightsSchema.parse(weights)));
}

async function chosenWeights({ storage }: Pick<Deps, 'storage'>): Promise<SearchWeights | null> {
  const stored = await storage.settings.get(CHOSEN_WEIGHTS);
  if (stored === null) return null;
  try {
    return weightsSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

/** What of a choice this process can follow. */
export function withWeights(config: Config, chosen: SearchWeights | null): Config {
  if (!chosen) return config;
  const usual = defaultWeights();
  return {
    ...config,
    ...(config.weight_meaning === usual.weight_meaning ? { weight_meaning: chosen.weight_meaning } : {}),
    ...(config.weight_rerank === usual.weight_rerank ? { weight_rerank: chosen.weight_rerank } : {}),
    ...(config.fusion === usual.fusion ? { fusion: chosen.fusion } : {}),
  };
}

/** The settings that a search goes by; another process may choose at any time, and is heard within a second. */
export class TunedConfig {
  readonly #deps: Deps;
  #config: Config;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#config = deps.config;
  }

  async get(): Promise<Config> {
    if (this.#deps.clock.now() - this.#lookedAt >= LOOK_MS) await (this.#looking ??= this.#look());
    return this.#config;
  }

  /** What was chosen here is followed at once. */
  forget(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** A store that cannot be asked changes nothing; the search itself says what is wrong with it. */
  async #look(): Promise<void> {
    try {
      this.#config = withWeights(this.#deps.config, await chosenWeights(this.#deps));
      this.#lookedAt = this.#deps.clock.now();
    } catch {
      // As it was.
    } finally {
      this.#looking = undefined;
    }
  }
}
