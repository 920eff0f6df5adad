/**
 * Reads texts with a language model. Its answer is data and stays data: checked against a schema, held against the text, and
 * what is left of it is what any extractor gives. Where the model fails or may not be asked, another extractor reads.
 */
import { ZapomniError } from '../../../errors/index.ts';
import { cutPassages } from '../../../model/passages.ts';
import type {
  Clock,
  Extraction,
  Extractor,
  FoundEntity,
  FoundRelation,
  Llm,
  Logger,
  TextToRead,
} from '../../../ports/index.ts';
import { groundAnswer } from './ground-answer.ts';
import { LlmAllowance, type AllowanceOptions } from './llm-allowance.ts';
import { READING_SCHEMA, READING_SYSTEM, readingAnswer, readingPrompt, type ReadingAnswer } from './reading-answer.ts';

export interface LlmExtractorOptions extends Partial<AllowanceOptions> {
  readonly llm: Llm;
  /** Reads what the model cannot. Without one, the model's failure is the call's. */
  readonly fallback?: Extractor;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of an answer; 2000. */
  readonly maxTokens?: number;
  /** Longer texts are read in pieces of about so many tokens; 1500. */
  readonly pieceTokens?: number;
}

/** An answer that does not fit is asked for once more. */
const TRIES = 2;

/** See the `Extractor` contract. Closing ends its calls; the model and the fallback are closed by whoever opened them. */
export function createLlmExtractor(options: LlmExtractorOptions): Extractor {
  const { callsPerMinute = 60, callsInAll = Infinity, llm } = options;
  const allowance = new LlmAllowance({ callsPerMinute, callsInAll }, options.clock);
  const closing = new AbortController();
  return {
    name: `llm-1/${llm.name.replaceAll(/\s+/gu, '-')}`,
    async extract(texts, { signal } = {}) {
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      const reader = new LlmReader(options, allowance, either);
      const extractions: Extraction[] = [];
      for (const text of texts) extractions.push(await reader.read(text));
      return extractions;
    },
    async close() {
      closing.abort();
    },
  };
}

class LlmReader {
  readonly #options: LlmExtractorOptions;
  readonly #allowance: LlmAllowance;
  readonly #signal: AbortSignal;

  constructor(options: LlmExtractorOptions, allowance: LlmAllowance, signal: AbortSignal) {
    this.#options = options;
    this.#allowance = allowance;
    this.#signal = signal;
  }

  async read(text: TextToRead): Promise<Extraction> {
    try {
      return await this.#readPieces(text);
    } catch (error) {
      if (this.#signal.aborted) throw cancelled();
      const { fallback, logger, llm } = this.#options;
      logger.log('warning', 'llm_extraction_failed', { model: llm.name, error, fallback: fallback?.name });
      if (!fallback) throw error;
      const [extraction] = await fallback.extract([text], { signal: this.#signal });
      return extraction as Extraction;
    }
  }

  async #readPieces({ text, at }: TextToRead): Promise<Extraction> {
    if (this.#signal.aborted) throw cancelled();
    const entities: FoundEntity[] = [];
    const relations: FoundRelation[] = [];
    for (const { start, end } of cutPassages(text, { size: this.#options.pieceTokens ?? 1500, overlap: 0 })) {
      const piece = { text: text.slice(start, end), at };
      if (!/\p{L}/u.test(piece.text)) continue;
      const read = groundAnswer(await this.#ask(piece.text), piece);
      append({ entities, relations }, read, start);
    }
    return { entities, relations };
  }

  async #ask(text: string): Promise<ReadingAnswer> {
    let problem: string | undefined;
    for (let left = TRIES; left > 0; left--) {
      this.#takeCall();
      const { value } = await this.#options.llm.answer({
        system: READING_SYSTEM,
        prompt: readingPrompt(text, problem),
        schema: READING_SCHEMA,
        schemaName: 'reading',
        maxTokens: this.#options.maxTokens ?? 2000,
        signal: this.#signal,
      });
      if (this.#signal.aborted) throw cancelled();
      const checked = readingAnswer.safeParse(value);
      if (checked.success) return checked.data;
      // Only where it is wrong: what the model wrote there is not repeated.
      problem = `${checked.error.issues[0]?.path.join('.') || 'the whole'} does not fit the schema.`;
    }
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The language model did not answer in the form it was asked for.', {
      hint: 'Choose a model that can answer by a JSON schema.',
    });
  }

  #takeCall(): void {
    const waitMs = this.#allowance.take();
    if (waitMs === 0) return;
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The language model has been asked as often as it may be.', {
      hint: 'Wait, or allow more calls in the settings.',
      ...(Number.isFinite(waitMs) ? { retryAfterMs: waitMs } : {}),
    });
  }
}

/** `read` is of a piece that begins at `by`. */
function append(all: { entities: FoundEntity[]; relations: FoundRelation[] }, read: Extraction, by: number): void {
  const first = all.entities.length;
  for (const entity of read.entities) all.entities.push({ ...entity, start: entity.start + by, end: entity.end + by });
  for (const relation of read.relations)
    all.relations.push({
      ...relation,
      source: relation.source + first,
      target: relation.target + first,
      start: relation.start + by,
      end: relation.end + by,
    });
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Reading was cancelled.');
}
