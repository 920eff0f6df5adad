/** Reads claimed memories with the extractor and stores what they say. What cannot be read is given back to the queue. */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { EmbeddingClaim, Extraction, MemoryToRead, ExtractionRules, TextToRead } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { linkNearDuplicates } from '../../memory/near-duplicates.ts';
import { unlessAborted } from '../../within.ts';
import { castVotes } from '../votes/cast-votes.ts';
import { resolveMemory } from '../resolve/resolve-memory.ts';
import { toReading } from '../resolve/to-reading.ts';
import { saidAt } from '../resolve/valid-time.ts';

/** Texts given to the extractor at once: enough to keep its workers busy, few enough to stop soon. */
const TEXTS_AT_ONCE = 64;
export const LEASE_MS = 180_000;
export const RETRY_MS = 30_000;
/** Something in the text itself fails; trying often would only fill the log. */
const HOPELESS_RETRY_MS = 3_600_000;

export interface PortionOutcome {
  readonly read: number;
  /** The extractor cannot be used now; trying at once again makes no sense. */
  readonly unavailable: boolean;
  /** Memories that cannot be read, and will be tried again in a long while. */
  readonly setAside: number;
}

export class MemoryReader {
  readonly #deps: Deps;
  readonly #owner: string;
  /** Workspaces in which there are votes on names to be counted. */
  readonly voted = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#owner = deps.ids.next();
  }

  lease(): EmbeddingClaim {
    return { owner: this.#owner, until: this.#deps.clock.now() + LEASE_MS };
  }

  /** `memories` were claimed with the lease; `rules` are for those that have none of their own. Never rejects. */
  async readPortion(
    memories: readonly MemoryToRead[],
    rules: ExtractionRules,
    signal: AbortSignal,
  ): Promise<PortionOutcome> {
    const left = [...memories];
    try {
      for (const group of inGroups(memories)) {
        const extractions = await this.extract(group.flatMap(toTexts), signal);
        for (const memory of group) {
          await this.store(memory, extractions.splice(0, memory.passages.length), memory.rules ?? rules);
          left.shift();
        }
      }
      return { read: memories.length, unavailable: false, setAside: 0 };
    } catch (error) {
      return this.#recover(left, memories.length - left.length, { error, rules, signal });
    }
  }

  /** In slices, each of which can be stopped: an extractor that does not answer is not waited for once the signal fires. */
  async extract(texts: readonly TextToRead[], signal: AbortSignal): Promise<Extraction[]> {
    const extractions: Extraction[] = [];
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      if (signal.aborted) throw stopped();
      const slice = texts.slice(at, at + TEXTS_AT_ONCE);
      const read = await unlessAborted(this.#deps.extractor.extract(slice, { signal }), signal);
      if (read === null) throw stopped();
      extractions.push(...read);
    }
    return extractions;
  }

  /** Puts what a claimed memory says into the graph, and takes it off the queue. */
  async store(memory: MemoryToRead, extractions: readonly Extraction[], rules: ExtractionRules): Promise<void> {
    const { storage, clock } = this.#deps;
    const resolved = await resolveMemory(this.#deps, memory, extractions, rules);
    // Before it is off the queue, so that a crash between the two only does it again.
    await linkNearDuplicates(this.#deps, memory);
    if (await castVotes(this.#deps, memory, resolved.things)) this.voted.add(memory.workspace);
    await storage.graph.put(toReading(memory, resolved), clock.now());
  }

  async #recover(
    left: readonly MemoryToRead[],
    read: number,
    { error, rules, signal }: { error: unknown; rules: ExtractionRules; signal: AbortSignal },
  ): Promise<PortionOutcome> {
    const { logger } = this.#deps;
    const { policy, retryAfterMs = RETRY_MS } = toZapomniError(error);
    if (signal.aborted) return this.#giveBack(left, 0, { read, unavailable: false, setAside: 0 });
    logger.log('warning', 'reading_deferred', { memories: left.length, error });
    if (policy.fault === 'outside' || policy.retryable)
      return this.#giveBack(left, retryAfterMs, { read, unavailable: true, setAside: 0 });
    const [first, ...others] = left;
    if (others.length === 0) return this.#giveBack(left, HOPELESS_RETRY_MS, { read, unavailable: false, setAside: 1 });
    return this.#eachAlone([first as MemoryToRead, ...others], read, { rules, signal });
  }

  /** One of them cannot be read; the others shall not wait for it. */
  async #eachAlone(
    memories: readonly MemoryToRead[],
    before: number,
    { rules, signal }: { rules: ExtractionRules; signal: AbortSignal },
  ): Promise<PortionOutcome> {
    let [read, setAside] = [before, 0];
    for (const [i, memory] of memories.entries()) {
      const outcome = await this.readPortion([memory], rules, signal);
      read += outcome.read;
      setAside += outcome.setAside;
      if (outcome.unavailable)
        return this.#giveBack(memories.slice(i + 1), RETRY_MS, { read, unavailable: true, setAside });
    }
    return { read, unavailable: false, setAside };
  }

  async #giveBack(
    memories: readonly MemoryToRead[],
    delayMs: number,
    outcome: PortionOutcome,
  ): Promise<PortionOutcome> {
    const ids = memories.map(({ memoryId }) => memoryId);
    try {
      await this.#deps.storage.extractions.release(this.#owner, ids, this.#deps.clock.now() + delayMs);
    } catch {
      // The lease runs out by itself.
    }
    return outcome;
  }
}

/** Whole memories, with few enough passages to be extracted at once where that is possible. */
function inGroups(memories: readonly MemoryToRead[]): MemoryToRead[][] {
  const groups: MemoryToRead[][] = [];
  let room = 0;
  for (const memory of memories) {
    room -= memory.passages.length;
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = TEXTS_AT_ONCE - memory.passages.length;
    }
    groups.at(-1)?.push(memory);
  }
  return groups;
}

/** Its passages, for the extractor. */
export function toTexts(memory: MemoryToRead): TextToRead[] {
  const at = saidAt(memory);
  return memory.passages.map(({ start, end }) => ({ text: memory.text.slice(start, end), at }));
}

function stopped(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The reading was cancelled.');
}
