/** The summaries of a store one after the other, read a page ahead. */
import { Tally, type RecordName, type RecordSummary, type Totals } from '../../model/index.ts';
import type { StoreTransfer, SummaryPage } from '../../ports/index.ts';

const PAGE = 500;

export class SummaryStream {
  readonly #transfer: StoreTransfer;
  readonly #tally = new Tally();
  #page: readonly RecordSummary[] = [];
  #at = 0;
  #coming: Promise<SummaryPage> | undefined;
  #ended = false;

  constructor(transfer: StoreTransfer) {
    this.#transfer = transfer;
    this.#ask(null);
  }

  /** Undefined at the end. */
  async next(): Promise<RecordSummary | undefined> {
    if (this.#at >= this.#page.length && !this.#ended) await this.#turn();
    return this.#page[this.#at++];
  }

  /** Of all that were read. */
  totals(): Totals {
    return this.#tally.totals();
  }

  async #turn(): Promise<void> {
    const { summaries, totals } = (await this.#coming) ?? { summaries: [], totals: new Tally().totals() };
    this.#tally.join(totals);
    this.#page = summaries;
    this.#at = 0;
    const last = summaries.at(-1);
    if (last) this.#ask(last);
    else this.#ended = true;
  }

  #ask(after: RecordName | null): void {
    this.#coming = this.#transfer.summarize(after, PAGE);
    // Told to whoever asks for the page; nobody may come to, when something else failed first.
    this.#coming.catch(() => undefined);
  }
}

export async function totalsOf(transfer: StoreTransfer): Promise<Totals> {
  const stream = new SummaryStream(transfer);
  while (await stream.next());
  return stream.totals();
}
