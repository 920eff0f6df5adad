/** Hands out models that the test made, by their names; what it does not have cannot be had. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Embedder, Llm, ModelOpener } from '@zapomni/core/ports';

export interface FakeModelOpener extends ModelOpener {
  /** Changes what `listLlms` answers; null: the provider does not answer. */
  llms: readonly string[] | null;
  /** Language models that were opened, by name. */
  readonly openedLlms: string[];
}

/** `embedders` by provider and model: `ollama/a`. */
export function createFakeModelOpener(embedders: Readonly<Record<string, Embedder>>): FakeModelOpener {
  const openedLlms: string[] = [];
  return {
    llms: [],
    openedLlms,
    openEmbedder({ provider, model }) {
      const embedder = embedders[provider === 'builtin' ? 'builtin' : `${provider}/${model}`];
      if (embedder) return embedder;
      throw new ZapomniError('INVALID_CONFIG', 'ZAPOMNI_EMBED_URL has to be given.');
    },
    openLlm({ provider, model }) {
      const name = `${provider}/${model}`;
      openedLlms.push(name);
      return createFakeLlm(name);
    },
    async listLlms() {
      if (this.llms === null) throw new ZapomniError('MODEL_UNAVAILABLE', 'Nobody is there.');
      return this.llms;
    },
  };
}

function createFakeLlm(name: string): Llm {
  return {
    name,
    answer: async () => ({ value: { by: name }, inputTokens: null, outputTokens: null }),
    close: async () => undefined,
  };
}
