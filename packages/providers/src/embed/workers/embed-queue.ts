/**
 * Texts that wait for a worker: two lanes, questions before passages, each first come first served. It also knows roughly
 * how much work waits, which decides whether another worker is worth its start.
 */
import type { ZapomniError } from '@zapomni/core/errors';
import type { WorkerAnswer, WorkerText } from './worker-messages.ts';

export interface EmbedJob extends WorkerText {
  /** How many workers died with this text in hand. */
  deaths: number;
  /** Nobody waits for it any more. */
  abandoned: boolean;
  resolve(answer: WorkerAnswer): void;
  reject(error: ZapomniError): void;
}

/** Short passages travel together up to this cost, about that of one long passage, to spare messages. */
const GROUP_COST = 1200;
/** What a text costs beside its characters. */
const BASE_COST = 100;

export class EmbedQueue {
  #queries = new Set<EmbedJob>();
  #passages = new Set<EmbedJob>();
  #cost = 0;

  get size(): number {
    return this.#queries.size + this.#passages.size;
  }

  /** In characters, roughly. */
  get cost(): number {
    return this.#cost;
  }

  push(job: EmbedJob): void {
    this.#lane(job).add(job);
    this.#cost += costOf(job);
  }

  /** Before all others of its lane. */
  pushFront(job: EmbedJob): void {
    if (job.role === 'query') this.#queries = new Set([job, ...this.#queries]);
    else this.#passages = new Set([job, ...this.#passages]);
    this.#cost += costOf(job);
  }

  remove(job: EmbedJob): void {
    if (this.#lane(job).delete(job)) this.#cost -= costOf(job);
  }

  /** The next work for one of `workers`: one question, or a few passages that leave as much for each of the others. */
  take(workers: number): EmbedJob[] {
    const [query] = this.#queries;
    if (query) {
      this.remove(query);
      return [query];
    }
    return this.#takePassages(Math.ceil(this.#passages.size / workers));
  }

  clear(): EmbedJob[] {
    const all = [...this.#queries, ...this.#passages];
    this.#queries.clear();
    this.#passages.clear();
    this.#cost = 0;
    return all;
  }

  #takePassages(share: number): EmbedJob[] {
    const group: EmbedJob[] = [];
    let cost = 0;
    for (const job of this.#passages) {
      cost += costOf(job);
      if (group.length >= share || (group.length > 0 && cost > GROUP_COST)) break;
      group.push(job);
    }
    for (const job of group) this.remove(job);
    return group;
  }

  #lane(job: EmbedJob): Set<EmbedJob> {
    return job.role === 'query' ? this.#queries : this.#passages;
  }
}

function costOf(job: EmbedJob): number {
  return BASE_COST + job.text.length;
}
