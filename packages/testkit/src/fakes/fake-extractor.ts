/**
 * An extractor without a model: it knows the names it was told, finds them where they stand as words, and relates two
 * neighbours in a sentence when the words between them are a phrase it was told. Switches make it fail or never answer.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { ZapomniError } from '@zapomni/core/errors';
import type { Extraction, Extractor, FoundEntity, FoundRelation, TextToRead } from '@zapomni/core/ports';

export interface FakeExtractor extends Extractor {
  /** While true, every call fails with MODEL_UNAVAILABLE. */
  failing: boolean;
  /** While true, calls wait; setting it to false lets all of them go on. */
  stuck: boolean;
  /** The texts of the calls that were made, in order. A test may empty it. */
  readonly calls: (readonly string[])[];
}

export interface FakeExtractorOptions {
  readonly name?: string;
  /** What names mean: `{ Alice: 'person' }`. The longest one that fits wins. */
  readonly names?: Readonly<Record<string, string>>;
  /** `{ 'works for': 'WORKS_FOR' }`. */
  readonly phrases?: Readonly<Record<string, string>>;
  readonly confidence?: number;
}

const PEOPLE_AND_PLACES: Readonly<Record<string, string>> = {
  'Marie Curie': 'person',
  'University of Paris': 'organization',
  Warsaw: 'place',
  Alice: 'person',
  'Alice Smith': 'person',
  Smith: 'person',
  Bob: 'person',
  Acme: 'organization',
  'Acme Inc.': 'organization',
  Berlin: 'place',
  SQLite: 'technology',
};
const PHRASES: Readonly<Record<string, string>> = {
  'worked at the': 'WORKED_AT',
  'works for': 'WORKS_FOR',
  'lives in': 'LIVES_IN',
  'is in': 'LOCATED_IN',
  uses: 'USES',
  knows: 'KNOWS',
};

export function createFakeExtractor(options: FakeExtractorOptions = {}): FakeExtractor {
  return new NameExtractor(options);
}

class NameExtractor implements FakeExtractor {
  readonly name: string;
  readonly calls: (readonly string[])[] = [];
  failing = false;
  readonly #names: Readonly<Record<string, string>>;
  readonly #phrases: Readonly<Record<string, string>>;
  readonly #confidence: number;
  readonly #closing = new AbortController();
  #free: PromiseWithResolvers<void> | undefined;

  constructor({ name = 'fake-names', names, phrases, confidence = 0.9 }: FakeExtractorOptions) {
    this.name = name;
    this.#names = names ?? PEOPLE_AND_PLACES;
    this.#phrases = phrases ?? PHRASES;
    this.#confidence = confidence;
  }

  get stuck(): boolean {
    return this.#free !== undefined;
  }

  set stuck(stuck: boolean) {
    if (!stuck) this.#free?.resolve();
    this.#free = stuck ? Promise.withResolvers() : undefined;
  }

  async extract(texts: readonly TextToRead[], { signal }: { signal?: AbortSignal } = {}): Promise<Extraction[]> {
    const stop = AbortSignal.any(signal ? [signal, this.#closing.signal] : [this.#closing.signal]);
    if (stop.aborted) throw cancelled();
    if (texts.length === 0) return [];
    this.calls.push(texts.map(({ text }) => text));
    await Promise.race([this.#free?.promise ?? turn(), fired(stop)]);
    if (stop.aborted) throw cancelled();
    if (this.failing) throw new ZapomniError('MODEL_UNAVAILABLE', 'The fake extractor was told to fail.');
    return texts.map(({ text }) => this.#read(text));
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  #read(text: string): Extraction {
    const entities = this.#entitiesIn(text);
    return { entities, relations: this.#relationsIn(text, entities) };
  }

  #entitiesIn(text: string): FoundEntity[] {
    const known = Object.keys(this.#names).toSorted((one, other) => other.length - one.length);
    if (known.length === 0) return [];
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.map(literally).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
    return [...text.matchAll(pattern)].map(({ 0: name, index }) => ({
      name,
      type: this.#names[name] as string,
      start: index,
      end: index + name.length,
      confidence: this.#confidence,
    }));
  }

  #relationsIn(text: string, entities: readonly FoundEntity[]): FoundRelation[] {
    return entities.slice(1).flatMap((target, i) => {
      const source = entities[i] as FoundEntity;
      const type = this.#phrases[text.slice(source.end, target.start).trim()];
      if (type === undefined) return [];
      return [{ source: i, type, target: i + 1, confidence: this.#confidence, start: source.start, end: target.end }];
    });
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The reading was cancelled.');
}
