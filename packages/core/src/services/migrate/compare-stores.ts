/**
 * Two stores side by side, record by record in the order of names. Where they differ the target can be made equal: what
 * is missing or different is copied, what the source no longer has is taken away.
 */
import { compareNames, type RecordName, type RecordSummary, type Totals } from '../../model/index.ts';
import type { StoreTransfer } from '../../ports/index.ts';
import type { Pace } from './pace.ts';
import { SummaryStream } from './summary-stream.ts';

/** Records that are copied at once; each may be as large as a memory can be. */
const PORTION = 20;

export interface Comparison {
  /** Records that are missing, different, or in the target alone. */
  readonly differences: number;
  /** How many of them were copied, and taken away. */
  readonly copied: number;
  readonly removed: number;
  /** As they were found. */
  readonly source: Totals;
  readonly target: Totals;
}

export interface ComparisonOptions {
  readonly pace: Pace;
  /** Kept in the target with what is copied; without one the target is only looked at. */
  readonly mark?: string;
  /** Told of each record of the source. */
  readonly onRecord?: (name: RecordName) => void;
}

export async function compareStores(
  source: StoreTransfer,
  target: StoreTransfer,
  options: ComparisonOptions,
): Promise<Comparison> {
  const repair = new Repair(source, target, options.mark);
  const streams = { source: new SummaryStream(source), target: new SummaryStream(target) };
  for await (const { ours, theirs } of pairs(streams.source, streams.target)) {
    if (!ours) await repair.remove(theirs);
    else if (ours.hash !== theirs?.hash) await repair.copy(ours);
    if (!ours) continue;
    await options.pace.rest(1);
    options.onRecord?.(ours);
  }
  await repair.flush();
  const { differences, copied, removed } = repair;
  return { differences, copied, removed, source: streams.source.totals(), target: streams.target.totals() };
}

/** The record of a name in both stores, or in the one that has it. */
type Pair =
  | { readonly ours: RecordSummary; readonly theirs: RecordSummary | undefined }
  | { readonly ours: undefined; readonly theirs: RecordSummary };

async function* pairs(source: SummaryStream, target: SummaryStream): AsyncGenerator<Pair> {
  let [ours, theirs] = await Promise.all([source.next(), target.next()]);
  while (ours || theirs) {
    const order = ours && theirs ? compareNames(ours, theirs) : ours ? -1 : 1;
    if (ours && order <= 0) yield { ours, theirs: order === 0 ? theirs : undefined };
    else if (theirs) yield { ours: undefined, theirs };
    if (order <= 0) ours = await source.next();
    if (order >= 0) theirs = await target.next();
  }
}

class Repair {
  differences = 0;
  copied = 0;
  removed = 0;
  readonly #source: StoreTransfer;
  readonly #target: StoreTransfer;
  readonly #mark: string | undefined;
  #missing: RecordName[] = [];
  #extra: RecordName[] = [];

  constructor(source: StoreTransfer, target: StoreTransfer, mark: string | undefined) {
    this.#source = source;
    this.#target = target;
    this.#mark = mark;
  }

  async copy({ kind, key }: RecordSummary): Promise<void> {
    this.#missing.push({ kind, key });
    await this.#note();
  }

  async remove({ kind, key }: RecordSummary): Promise<void> {
    this.#extra.push({ kind, key });
    await this.#note();
  }

  async flush(): Promise<void> {
    const [missing, extra] = [this.#missing, this.#extra];
    [this.#missing, this.#extra] = [[], []];
    if (this.#mark === undefined) return;
    if (extra.length > 0) this.removed += await this.#target.remove(extra);
    const records = missing.length > 0 ? await this.#source.find(missing) : [];
    if (records.length > 0) await this.#target.write(records, this.#mark);
    this.copied += records.length;
  }

  async #note(): Promise<void> {
    this.differences += 1;
    if (this.#missing.length + this.#extra.length >= PORTION) await this.flush();
  }
}
