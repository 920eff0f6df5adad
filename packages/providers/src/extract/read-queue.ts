/** Texts that wait to be read, cut into portions for the thread: large enough to be worth a message, small enough to wait for. */
import type { Extraction, TextToRead } from '@zapomni/core/ports';

/** One call of `extract`. It is over when every text has its extraction, or when it has been rejected. */
export interface ReadCall {
  readonly texts: readonly TextToRead[];
  readonly extractions: Extraction[];
  /** How many texts have been handed out. */
  taken: number;
  resolve(extractions: Extraction[]): void;
  reject(error: Error): void;
}

export interface Portion {
  readonly call: ReadCall;
  readonly texts: readonly TextToRead[];
}

const MOST_CHARACTERS = 200_000;
const MOST_TEXTS = 64;

export class ReadQueue {
  #calls: ReadCall[] = [];

  add(call: ReadCall): void {
    this.#calls.push(call);
  }

  remove(call: ReadCall): void {
    this.#calls = this.#calls.filter((one) => one !== call);
  }

  /** Everything that still waits, which then waits no longer. */
  drain(): ReadCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }

  /** The next texts of the call that came first. A call with nothing more to hand out leaves the queue. */
  next(): Portion | undefined {
    const call = this.#calls[0];
    if (!call) return undefined;
    const from = call.taken;
    let characters = 0;
    do {
      characters += call.texts[call.taken]?.text.length ?? 0;
      call.taken++;
    } while (call.taken < call.texts.length && call.taken - from < MOST_TEXTS && characters < MOST_CHARACTERS);
    if (call.taken >= call.texts.length) this.#calls.shift();
    return { call, texts: call.texts.slice(from, call.taken) };
  }
}
