/**
 * Citations in the styles of journals: citeproc-js in a thread of its own. This side checks what is asked, waits in line and holds nothing
 * but the calls under way.
 */
import { setImmediate } from 'node:timers/promises';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { CitationStyler, Logger, StyledCitations, StyledItem, StyleRequest } from '@zapomni/core/ports';
import { STYLES } from './shelf/catalogue.ts';
import { STYLER_URL, StylerThread } from './thread/styler-thread.ts';

export interface CitationStylerOptions {
  readonly logger: Logger;
  /** After this long without work the thread ends and its memory is free; 60 s. */
  readonly idleMs?: number;
  /** For one request; two minutes. */
  readonly timeoutMs?: number;
  /** What the thread runs; for tests that want it to fail. */
  readonly workerUrl?: URL;
}

/** So many at once are copied within a few milliseconds. */
const PORTION = 250;

/** See the `CitationStyler` contract. Starts no thread before the first call that needs one. */
export function createCitationStyler(options: CitationStylerOptions): CitationStyler {
  const { logger, idleMs = 60_000, timeoutMs = 120_000, workerUrl = STYLER_URL } = options;
  const desk = new StylerDesk(new StylerThread({ logger, idleMs, timeoutMs, url: workerUrl }));
  return {
    styles: () => Promise.resolve(STYLES),
    locales: () => desk.locales(),
    format: (request, given) => desk.format(request, given?.signal),
    close: () => desk.close(),
  };
}

class StylerDesk {
  readonly #thread: StylerThread;
  /** Settles with the last call that waits in line. */
  #line: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(thread: StylerThread) {
    this.#thread = thread;
  }

  locales(): Promise<readonly string[]> {
    return this.#inLine(undefined, async () => {
      const reply = await this.#thread.ask({ kind: 'locales' });
      return 'locales' in reply ? reply.locales : [];
    });
  }

  async format(request: StyleRequest, signal: AbortSignal | undefined): Promise<StyledCitations> {
    checkIds(request);
    return this.#inLine(signal, () => this.#send(request, signal));
  }

  close(): Promise<void> {
    this.#closing ??= this.#thread.end();
    return this.#closing;
  }

  #inLine<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    const done = this.#line.then(() => {
      if (signal?.aborted || this.#closing) throw cancelled();
      return run();
    });
    this.#line = done.catch(() => undefined);
    return done;
  }

  async #send(
    { style, locale, format, items, clusters = [] }: StyleRequest,
    signal?: AbortSignal,
  ): Promise<StyledCitations> {
    for (let i = 0; i < items.length; i += PORTION) {
      this.#thread.tell({ kind: 'items', items: items.slice(i, i + PORTION) });
      await setImmediate();
    }
    const stop = () => this.#thread.abandon(cancelled());
    const answered = this.#thread.ask({ kind: 'format', count: items.length, style, locale, format, clusters });
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const reply = await answered;
      return 'styled' in reply ? reply.styled : { citations: [], rewritten: [], bibliography: [] };
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

function idOf(item: StyledItem): string {
  return 'csl' in item ? item.csl.id : item.id;
}

/** Here, so that the thread hears of what makes sense alone. */
function checkIds({ items, clusters = [] }: StyleRequest): void {
  const ids = new Set<string>();
  for (const [i, item] of items.entries()) {
    const id = idOf(item);
    if (ids.has(id)) throw invalidField(`items[${i}].id`, `there is another item '${id.slice(0, 60)}'`);
    ids.add(id);
  }
  for (const [i, { cites }] of clusters.entries()) {
    if (cites.length === 0) throw invalidField(`clusters[${i}]`, 'it cites nothing');
    const unknown = cites.find(({ id }) => !ids.has(id));
    if (unknown) throw invalidField(`clusters[${i}]`, `'${unknown.id.slice(0, 60)}' is not among the items`);
  }
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'Writing the citations was cancelled.');
}
