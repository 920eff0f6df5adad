/** Brings what is kept of the files of a repository up to what they say, in batches. The next one is read while the store writes. */
import { toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import type { ValidTimes } from '../history/valid-times.ts';
import { fileKey, type KeptFile } from '../store/index.ts';
import { vanishFiles } from './vanish-files.ts';
import { commit, keptAs, symbolsBefore } from './kept-files.ts';
import type { HeldSymbols } from './held-symbols.ts';
import { inOrder } from './in-order.ts';
import type { FailedSource } from './index-request.ts';
import type { Listing, SeenFile } from './list-files.ts';
import { planAmending, planReading, planSkipping, recordIn, type FilePlan, type Numbers } from './plan-file.ts';
import { readSource, type Reading, type SourceContext } from './read-source.ts';
import { isUntouched } from './stamp.ts';
import { inStoringOrder } from './storing-order.ts';

export interface FilesRequest extends SourceContext {
  readonly repository: { readonly key: string; readonly store: string; readonly identity: string };
  readonly listing: Listing;
  /** By path. Kept up to date. */
  readonly known: Map<string, KeptFile>;
  /** Known files that the listing would tell of if they were there. */
  readonly isListed: (file: KeptFile) => boolean;
  readonly held: HeldSymbols;
  /** Since when files say what they say. */
  readonly times: () => Promise<ValidTimes>;
  /** Before the first thing is written. */
  readonly onFirstWrite: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
}

export interface FilesOutcome {
  added: number;
  changed: number;
  moved: number;
  unchanged: number;
  removed: number;
  failed: number;
  passages: number;
  readonly failures: FailedSource[];
  /** Memories that nothing shows any more. */
  readonly dropped: string[];
  /** Something is other than it was: links have to be made anew. */
  isOther: boolean;
}

/** Of a batch: so much is read again after a crash, and no more is held in memory. */
const MOST_IN_BATCH = 100;
const MOST_CHARACTERS = 1_000_000;
const MOST_FAILURES = 1000;

/** After these, going on with the next file cannot help. */
const isEnding = (error: unknown): boolean => /^(?:CANCELLED$|STORE_)/u.test(toZapomniError(error).code);

export async function indexFiles(deps: Deps, asked: FilesRequest): Promise<FilesOutcome> {
  return new Indexing(deps, asked).run();
}

class Indexing {
  readonly #deps: Deps;
  readonly #asked: FilesRequest;
  readonly #outcome: FilesOutcome = {
    added: 0,
    changed: 0,
    moved: 0,
    unchanged: 0,
    removed: 0,
    failed: 0,
    passages: 0,
    failures: [],
    dropped: [],
    isOther: false,
  };
  /** Live ones that are not there any more, by hash and language: what comes elsewhere with the same has moved. */
  readonly #vanished = new Map<string, KeptFile[]>();
  #isFirstWrite = true;
  #done = 0;

  constructor(deps: Deps, asked: FilesRequest) {
    this.#deps = deps;
    this.#asked = asked;
  }

  async run(): Promise<FilesOutcome> {
    const { known, listing, isListed } = this.#asked;
    const seen = new Set(listing.files.map(({ path }) => path));
    const missing = [...known.values()].filter((file) => !seen.has(file.value.path) && isListed(file));
    const gone = missing.filter(
      ({ value }) => listing.isWhole && !listing.hidden.has(value.path) && value.state !== 'stale',
    );
    for (const file of gone) addTo(this.#vanished, sameness(file.value), file);
    await this.#readAll();
    await this.#vanish(gone);
    return this.#outcome;
  }

  async #readAll(): Promise<void> {
    const { listing, parser, signal } = this.#asked;
    let writing: Promise<void> = Promise.resolve();
    let [batch, length]: [Reading[], number] = [[], 0];
    try {
      for await (const reading of inOrder(this.#touched(), parser.processes * 2, (file) => this.#read(file))) {
        batch.push(reading);
        length += reading.outcome === 'read' ? reading.text.length : 0;
        if (batch.length < MOST_IN_BATCH && length < MOST_CHARACTERS) continue;
        await writing;
        signal?.throwIfAborted();
        writing = this.#write(batch);
        // A failure is told when it is waited for.
        writing.catch(() => undefined);
        [batch, length] = [[], 0];
      }
    } finally {
      // Whatever ends it, what was read before is written.
      await writing;
    }
    await this.#write(batch);
    this.#asked.onProgress(listing.files.length, listing.files.length);
  }

  *#touched(): Generator<SeenFile> {
    const { listing, known, options } = this.#asked;
    for (const file of inStoringOrder(listing.files, known)) {
      const kept = known.get(file.path);
      if (!kept || !isUntouched(kept, file.stat, options)) yield file;
      else if (kept.value.state === 'skipped') this.#done += 1;
      else {
        this.#done += 1;
        this.#outcome.unchanged += 1;
      }
    }
  }

  async #read(file: SeenFile): Promise<Reading> {
    const reading = await readSource(this.#deps, this.#asked, file, this.#asked.known.get(file.path) ?? null);
    this.#asked.onProgress(++this.#done, this.#asked.listing.files.length);
    return reading;
  }

  async #write(batch: readonly Reading[]): Promise<void> {
    if (batch.length === 0) return;
    if (this.#asked.dryRun) return batch.forEach((reading) => this.#onlyCount(reading));
    const plans = await this.#plans(batch);
    await this.#begin();
    await this.#commit(plans);
  }

  async #plans(batch: readonly Reading[]): Promise<[Reading, FilePlan][]> {
    const { repository } = this.#asked;
    const going = batch.map((reading) => (reading.outcome === 'read' ? this.#goesOn(reading) : null));
    const old = [...batch.flatMap(({ known }) => known ?? []), ...going.flatMap((from) => from ?? [])];
    const [symbols, memories] = await Promise.all([
      symbolsBefore(this.#deps, repository.store, old),
      this.#memories(old),
    ]);
    const plans: [Reading, FilePlan][] = [];
    for (const [i, reading] of batch.entries()) {
      const from = going[i] ?? null;
      const of = (file: KeptFile | null) => [...(symbols.get(file?.key ?? '') ?? [])];
      const before = new Map([...of(from), ...of(reading.known)]);
      plans.push([reading, await this.#plan(reading, { before, from, memories })]);
    }
    return plans;
  }

  async #plan(
    reading: Reading,
    { before, from, memories }: { before: Map<string, Numbers>; from: KeptFile | null; memories: ReadonlySet<string> },
  ): Promise<FilePlan> {
    const { repository } = this.#asked;
    if (reading.outcome === 'same') return planAmending(this.#deps, { ...reading, known: reading.known as KeptFile });
    if (reading.outcome !== 'read') return planSkipping(this.#deps, reading, [...before.keys()]);
    const memory = from?.value.memory ?? null;
    const goesOn = from && memory !== null && memories.has(memory) ? { memory, from } : null;
    const hasMemory = memories.has(reading.known?.value.memory ?? '');
    const holdsSymbols = this.#asked.held.hasRoom && goesOn === null && before.size === 0;
    const { path, stat } = reading.file;
    const valid = (await this.#asked.times())(path, stat.modifiedAt);
    return planReading(this.#deps, reading, { repository, symbols: before, goesOn, hasMemory, holdsSymbols, valid });
  }

  /** The same text under another name, or of a file that has come back. */
  #goesOn({ hash, language, known }: Extract<Reading, { outcome: 'read' }>): KeptFile | null {
    if (known && known.value.state === 'stale' && sameness(known.value) === sameness({ hash, language })) return known;
    if (known && known.value.state !== 'stale') return null;
    return this.#vanished.get(sameness({ hash, language }))?.pop() ?? null;
  }

  async #memories(files: readonly KeptFile[]): Promise<Set<string>> {
    const ids = files.flatMap(({ value }) => value.memory ?? []);
    if (ids.length === 0) return new Set();
    const found = await this.#deps.storage.memories.summaries(this.#asked.store, ids);
    return new Set(found.filter(({ supersededBy }) => supersededBy === null).map(({ id }) => id));
  }

  async #begin(): Promise<void> {
    if (!this.#isFirstWrite) return;
    this.#isFirstWrite = false;
    await this.#asked.onFirstWrite();
  }

  /** All that can be written together is one transaction; where that is refused, each is written by itself. */
  async #commit(plans: readonly [Reading, FilePlan][]): Promise<void> {
    const together = plans.filter(([, { change }]) => !change);
    try {
      await commit(
        this.#deps,
        this.#asked.store,
        together.map(([, plan]) => plan),
      );
      for (const [reading, plan] of together) this.#settle(reading, plan);
    } catch (error) {
      if (together.length < 2 || isEnding(error)) throw error;
      for (const one of together) await this.#commitOne(one);
    }
    for (const one of plans) if (one[1].change) await this.#commitOne(one);
  }

  async #commitOne([reading, plan]: [Reading, FilePlan]): Promise<void> {
    try {
      await commit(this.#deps, this.#asked.store, [plan]);
      this.#settle(reading, plan);
    } catch (thrown) {
      if (isEnding(thrown)) throw thrown;
      this.#settle({ ...reading, outcome: 'failed', error: toZapomniError(thrown) }, null);
    }
  }

  #settle(reading: Reading, plan: FilePlan | null): void {
    const { known } = this.#asked;
    const from = plan?.from;
    this.#count(reading, from !== undefined && from.value.path !== reading.file.path);
    if (!plan?.value) return;
    if (from && from.key !== plan.key) known.delete(from.value.path);
    if (plan.held) this.#asked.held.hold(plan.key, plan.held);
    if (plan.dropped !== undefined) this.#outcome.dropped.push(plan.dropped);
    this.#outcome.passages += plan.passages;
    known.set(reading.file.path, keptAs(plan.key, plan.value, this.#deps.clock.now()));
  }

  #onlyCount(reading: Reading): void {
    const value = recordIn(reading);
    this.#count(reading, false);
    if (value) this.#asked.known.set(reading.file.path, keptAs(fileKey(value.path), value, this.#deps.clock.now()));
  }

  #count(reading: Reading, isMove: boolean): void {
    const { known, outcome } = reading;
    const wasIn = isIn(known);
    if (outcome === 'same') this.#outcome.unchanged += wasIn ? 1 : 0;
    else if (outcome === 'failed') this.#fail(reading.file.path, reading.error.code);
    else if (outcome === 'skipped') this.#outcome.removed += wasIn ? 1 : 0;
    else this.#outcome[isMove ? 'moved' : wasIn ? 'changed' : 'added'] += 1;
    this.#outcome.isOther ||= outcome === 'read' || (outcome !== 'same' && wasIn);
  }

  #fail(path: string, code: string): void {
    this.#outcome.failed += 1;
    if (this.#outcome.failures.length < MOST_FAILURES) this.#outcome.failures.push({ path, code });
  }

  /** What has moved is known under its new name by now. */
  async #vanish(gone: readonly KeptFile[]): Promise<void> {
    const { known, dryRun } = this.#asked;
    const left = gone.filter(({ key, value }) => known.get(value.path)?.key === key);
    this.#outcome.removed += left.filter(({ value }) => value.memory !== null).length;
    if (dryRun) for (const { value } of left) known.delete(value.path);
    if (left.length === 0 || dryRun) return;
    await this.#begin();
    this.#outcome.isOther = true;
    await vanishFiles(this.#deps, this.#asked, left);
  }
}

/** Its text can be found. */
function isIn(known: KeptFile | null): boolean {
  return known !== null && known.value.memory !== null && known.value.state !== 'stale';
}

function addTo(map: Map<string, KeptFile[]>, key: string, file: KeptFile): void {
  if (file.value.memory === null) return;
  const some = map.get(key);
  if (some) some.push(file);
  else map.set(key, [file]);
}

function sameness({ hash, language }: { readonly hash: string | null; readonly language: string | null }): string {
  return `${hash ?? ''}.${language ?? ''}`;
}
