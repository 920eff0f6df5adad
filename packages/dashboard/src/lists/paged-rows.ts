/**
 * A list of any length of which only what is looked at is held: pages come by cursor, one after the other, and those that are far
 * from what is shown are let go. Their cursors stay, so that whoever scrolls back gets them again.
 *
 *   cursors  ●───●───●───●───●───●      one for each page that is known
 *   rows         ▓▓▓▓▓▓▓▓▓▓▓            of the pages round the window
 */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | undefined;
}

export type FetchPage<Row> = (cursor: string | undefined, limit: number) => Promise<PageOfRows<Row>>;

export const PAGE = 100;
const MOST_KEPT = 30;

export class PagedRows<Row> {
  readonly #fetch: FetchPage<Row>;
  readonly #onChange: () => void;
  /** Of page i; the last is of one that nobody has seen yet. */
  readonly #cursors: (string | undefined)[] = [undefined];
  readonly #kept = new Map<number, readonly Row[]>();
  readonly #coming = new Map<number, Promise<void>>();
  #isWhole = false;
  #length = 0;
  total = 0;
  problem = '';

  constructor(fetchPage: FetchPage<Row>, onChange: () => void) {
    this.#fetch = fetchPage;
    this.#onChange = onChange;
  }

  /** How many rows are known to be there, whether or not they are held. */
  get length(): number {
    return this.#length;
  }

  /** All that there is has been seen. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get held(): number {
    return [...this.#kept.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Undefined while it is on its way. */
  at(index: number): Row | undefined {
    return this.#kept.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Gets what is missing between the two, and the page after what is known when the end is near. */
  async show(from: number, to: number): Promise<void> {
    const first = Math.max(0, Math.floor(from / PAGE));
    const last = Math.min(this.#cursors.length - 1, Math.floor(to / PAGE));
    const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    await Promise.all(wanted.map((page) => this.#load(page)));
    this.#letGo((first + last) / 2);
  }

  #load(page: number): Promise<void> {
    if (this.#kept.has(page) || (this.#isWhole && page * PAGE >= this.#length)) return Promise.resolve();
    const coming = this.#coming.get(page) ?? this.#bring(page).finally(() => this.#coming.delete(page));
    this.#coming.set(page, coming);
    return coming;
  }

  async #bring(page: number): Promise<void> {
    try {
      const { rows, total, next } = await this.#fetch(this.#cursors[page], PAGE);
      this.#kept.set(page, rows);
      this.total = total;
      this.problem = '';
      this.#length = Math.max(this.#length, page * PAGE + rows.length);
      if (next === undefined) this.#isWhole = true;
      else if (page === this.#cursors.length - 1) this.#cursors.push(next);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.#onChange();
  }

  #letGo(middle: number): void {
    const farthest = [...this.#kept.keys()].sort((one, other) => Math.abs(other - middle) - Math.abs(one - middle));
    for (const page of farthest.slice(0, Math.max(0, farthest.length - MOST_KEPT))) this.#kept.delete(page);
  }
}
