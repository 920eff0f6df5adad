/**
 * Takes a file with past sessions into the memory, a portion at a time: each is captured before the bookmark moves on.
 *
 *   bookmark: whole, and the file as it was ──▶ nothing to do
 *             otherwise ── its items again, the same? ──▶ go on after them
 *                                               no ─────▶ from the start: captured turns are known, and change nothing
 */
import { hash } from 'node:crypto';
import type { TranscriptFile, TranscriptItem, TranscriptReading, TranscriptSource } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { CaptureOptions, CaptureReport } from '../capture-turns.ts';
import { bookmarkOf, putBookmark, type Bookmark, type Marked } from './bookmarks.ts';
import { Census, filterOf, isWanted, type TranscriptCounts, type Wanted } from './wanted.ts';

export interface TranscriptRequest extends TranscriptReading {
  readonly source: Pick<TranscriptSource, 'read'>;
  readonly file: TranscriptFile;
  readonly wanted: Wanted;
  /** After each portion: what became of it. */
  readonly onReport?: ((report: CaptureReport) => void) | undefined;
}

export type TakeTurns = (turns: AsyncIterable<TranscriptItem>, options?: CaptureOptions) => Promise<CaptureReport>;

export interface TranscriptStanding extends TranscriptCounts {
  /** All of it was taken, and nothing was written to it since. */
  readonly isTaken: boolean;
}

const PORTION = 32;

const markedOf = ({ file, wanted }: TranscriptRequest): Marked => ({ path: file.path, filter: filterOf(wanted) });

const isTaken = (bookmark: Bookmark | null, { file }: TranscriptRequest): bookmark is Bookmark =>
  bookmark?.isWhole === true && bookmark.version === file.version;

/** What there is in it. A file that was taken is not read again for that. */
export async function surveyTranscript(deps: Deps | null, request: TranscriptRequest): Promise<TranscriptStanding> {
  const bookmark = deps && (await bookmarkOf(deps, markedOf(request)));
  if (isTaken(bookmark, request)) {
    const { sessions, turns, from, to } = bookmark;
    return { sessions, turns, from, to, isTaken: true };
  }
  const census = new Census();
  for await (const item of request.source.read(request.file, request))
    if (isWanted(item, request.wanted, request.file)) census.take(item);
  return { ...census.counts, isTaken: false };
}

export async function takeTranscript(deps: Deps, take: TakeTurns, request: TranscriptRequest): Promise<void> {
  const marked = markedOf(request);
  const before = await bookmarkOf(deps, marked);
  if (isTaken(before, request)) return;
  const taking = new Taking(request, before);
  for await (const portion of taking.portions()) {
    const report = await take(given(portion), { signal: request.signal });
    request.onReport?.(report);
    await putBookmark(deps, marked, taking.bookmark(false));
  }
  await putBookmark(deps, marked, taking.bookmark(true));
}

async function* given(items: readonly TranscriptItem[]): AsyncGenerator<TranscriptItem> {
  yield* items;
}

/** One way through a file. */
class Taking {
  readonly #request: TranscriptRequest;
  readonly #before: Bookmark | null;
  #census = new Census();
  #items = 0;
  #hash = '';
  /** Without the last item: of a session that goes on, the last answer may be longer the next time. */
  #settled = { items: 0, hash: '' };

  constructor(request: TranscriptRequest, before: Bookmark | null) {
    this.#request = request;
    this.#before = before;
  }

  bookmark(isWhole: boolean): Bookmark {
    return { version: this.#request.file.version, isWhole, ...this.#settled, ...this.#census.counts };
  }

  /** What is wanted and was not taken before. */
  async *portions(): AsyncGenerator<TranscriptItem[]> {
    const skip = await this.#known();
    let portion: TranscriptItem[] = [];
    for await (const item of this.#read()) {
      if (this.#items <= skip || !isWanted(item, this.#request.wanted, this.#request.file)) continue;
      portion.push(item);
      if (portion.length < PORTION) continue;
      yield portion;
      portion = [];
    }
    if (portion.length > 0) yield portion;
  }

  /** How many of the first items are those that were taken. */
  async #known(): Promise<number> {
    const before = this.#before;
    if (before === null || before.items === 0) return 0;
    let [items, chain] = [0, ''];
    for await (const item of this.#request.source.read(this.#request.file, { signal: this.#request.signal })) {
      chain = linked(chain, item);
      if (++items === before.items) return chain === before.hash ? items : 0;
    }
    return 0;
  }

  async *#read(): AsyncGenerator<TranscriptItem> {
    const { source, file, wanted } = this.#request;
    for await (const item of source.read(file, this.#request)) {
      this.#settled = { items: this.#items, hash: this.#hash };
      this.#items++;
      this.#hash = linked(this.#hash, item);
      if (isWanted(item, wanted, file)) this.#census.take(item);
      yield item;
    }
  }
}

const linked = (chain: string, item: TranscriptItem): string => hash('sha256', chain + JSON.stringify(item));
