export interface EmbeddingModel {
  /** Names the weights and the way they are used; vectors of different names are never compared. */
  readonly name: string;
  /** 0 while nobody knows: of a model that runs elsewhere it is learned from its first answer. */
  readonly dimensions: number;
  /** Longer input is cut here by the model. */
  readonly maxTokens: number;
}

/** The words of a question one by one, as the model sees each in its place. */
export interface EmbeddedWords {
  readonly texts: readonly string[];
  /** One unit vector per word, one after the other. */
  readonly vectors: Float32Array;
}

export interface Embedding {
  /** Unit length, `dimensions` long, finite. */
  readonly vector: Float32Array;
  /**
   * 0–1: how well the model's vocabulary covers this text. A model that has to spell a text letter by letter does not
   * know its language, and search trusts its opinion less.
   */
  readonly fluency: number;
  /**
   * For late interaction, where the model allows it. Of a question: its words' vectors. Of a passage: one bit per
   * component of each of its words' vectors, set where it is positive; word after word, lowest bit first.
   */
  readonly words?: EmbeddedWords;
  readonly wordBits?: Uint8Array;
}

export interface EmbedOptions {
  /** Models may treat questions and passages differently. Queries overtake waiting passages. */
  readonly role: 'query' | 'passage';
  readonly signal?: AbortSignal;
}

/** What may run a model of this machine: the native library, WebAssembly, or the first of them that can be loaded. */
export type RuntimeChoice = 'auto' | 'native' | 'wasm';

export interface ModelRuntime {
  readonly name: 'native' | 'wasm';
  /** Where it is not the usual one. */
  readonly why?: string;
}

/**
 * Turns text into vectors. Contract: the answer has one embedding per text, in order; the same text gives the same vector
 * whatever else is in the batch; the event loop is never blocked; nothing is loaded before the first `embed` or `warm`.
 * Failure: MODEL_UNAVAILABLE, or CANCELLED when the signal fires. A failed load is tried afresh by the next call. A call
 * that fails while `state` stays `ready` failed for its texts: others, or fewer of them, may well succeed.
 */
export interface Embedder {
  readonly model: EmbeddingModel;
  readonly state: 'cold' | 'loading' | 'ready' | 'failed';
  /** Of one that keeps what it gave: passages asked for, and those it did not have to embed again. */
  readonly cache?: { readonly asked: number; readonly hits: number };
  /** What runs it, of one that runs here; known once it has been loaded. */
  readonly runtime?: ModelRuntime | undefined;
  /** How likely a passage fits a question, 0–1, by their cosine alone; where it is known what cosines mean with the model. */
  likeness?(cosine: number): number | undefined;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding[]>;
  warm(): Promise<void>;
  /** Frees everything. Calls under way fail with CANCELLED. Safe to call twice. */
  close(): Promise<void>;
}
