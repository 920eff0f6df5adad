/** The embedding models a store holds vectors of. The first vector decides how long all of that model are. */
import { invalidField } from '@zapomni/core/errors';
import type { Store } from '../store.ts';

export interface StoredModel {
  /** Names its label in the graphs: `V3`. */
  readonly number: number;
  readonly dimensions: number;
}

const MAX_DIMENSIONS = 8192;

export class Models {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Asked each time: another process may have forgotten the model, and made it anew with other dimensions. */
  async find(name: string): Promise<StoredModel | undefined> {
    const [reply = null] = await this.#store.command('none', ['HGET', this.#store.names.models, name]);
    return typeof reply === 'string' ? (JSON.parse(reply) as StoredModel) : undefined;
  }

  async all(): Promise<Map<string, StoredModel>> {
    const [reply = null] = await this.#store.command('none', ['HGETALL', this.#store.names.models]);
    const parts = Array.isArray(reply) ? reply.map(String) : [];
    const pairs = parts.flatMap((name, i): [string, StoredModel][] =>
      i % 2 === 0 ? [[name, JSON.parse(parts[i + 1] ?? '') as StoredModel]] : [],
    );
    return new Map(pairs);
  }

  /** A model whose vectors all went. Its number is never given to another. */
  async retire(name: string): Promise<void> {
    await this.#store.command('repeatable', ['HDEL', this.#store.names.models, name]);
  }

  async ensure(name: string, dimensions: number): Promise<StoredModel> {
    const known = await this.find(name);
    if (known) return known;
    if (dimensions < 1 || dimensions > MAX_DIMENSIONS) {
      throw invalidField('vector', `must have 1 to ${MAX_DIMENSIONS} dimensions`);
    }
    const { names } = this.#store;
    const [number = 0] = await this.#store.command('repeatable', ['INCR', names.numbers]);
    const text = JSON.stringify({ number: Number(number), dimensions });
    await this.#store.command('repeatable', ['HSETNX', names.models, name, text]);
    // Another process may have been quicker.
    return (await this.find(name)) ?? this.ensure(name, dimensions);
  }
}

/** The label of a model's vectors. A number is all that ever becomes a part of a query. */
export function labelOf({ number }: StoredModel): string {
  return `V${Math.trunc(number)}`;
}

/** INVALID_INPUT unless the vector has so many dimensions and only finite numbers. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw invalidField('vector', `has ${vector.length} dimensions; this model's vectors have ${dimensions}`);
  }
  if (!vector.every(Number.isFinite)) throw invalidField('vector', 'holds a number that is not finite');
}
