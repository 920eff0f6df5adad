/** What one visitor of the proxy may reach, and what it has taken so far. Everything that is open in its name ends with it. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { mayConnect, type Reach, type ReachRules } from '../address/reach-rules.ts';
import { HttpFailure } from '../http-failure.ts';

export interface PassTerms {
  readonly rules: ReachRules;
  /** Both ways, heads of requests not counted. */
  readonly maxBytes: number;
  /** Called once, when that is reached. */
  readonly onTooLarge: () => void;
}

/** Connections of one visitor at once, both ends of a tunnel counted. A browser has 32 to one proxy. */
const MOST_OPEN = 128;
/** A page may ask for any number of hosts. */
const MOST_REFUSED = 100;
const SECRET_BYTES = 24;

export class ProxyPass {
  readonly username = randomBytes(8).toString('hex');
  readonly password = randomBytes(SECRET_BYTES).toString('base64url');
  readonly agent = new Agent({ keepAlive: true });
  readonly #terms: PassTerms;
  readonly #open = new Set<Duplex>();
  readonly #refused = new Set<string>();
  /** Why a host could not be had, the last time it was asked for. */
  readonly #failures = new Map<string, HttpFailure>();
  #bytes = 0;
  #isOver = false;

  constructor(terms: PassTerms) {
    this.#terms = terms;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get refused(): readonly string[] {
    return [...this.#refused];
  }

  isPassword(given: string): boolean {
    const [own, theirs] = [Buffer.from(this.password), Buffer.from(given)];
    return own.length === theirs.length && timingSafeEqual(own, theirs);
  }

  /** How far a connection to this address may lead. Fails with `not allowed`, `private` or `cancelled`, and remembers whom. */
  reach(url: URL): Reach {
    if (this.#isOver || this.#open.size >= MOST_OPEN) throw new HttpFailure('cancelled');
    const reach = this.#terms.rules(url);
    if (reach === null) throw this.fail(url, new HttpFailure('not allowed'));
    // A host that is an address is never looked up. URLs have it in its plain form, however it was spelt.
    const address = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !mayConnect(reach, address)) throw this.fail(url, new HttpFailure('private'));
    return reach;
  }

  fail(url: URL, failure: HttpFailure): HttpFailure {
    if (this.#failures.size < MOST_REFUSED) this.#failures.set(url.host, failure);
    if (failure.kind === 'not allowed' || failure.kind === 'private') this.refuse(url);
    return failure;
  }

  refuse({ host }: URL): void {
    if (host !== '' && this.#refused.size < MOST_REFUSED) this.#refused.add(host);
  }

  failureOf(host: string): HttpFailure | undefined {
    return this.#failures.get(host);
  }

  lastFailure(): HttpFailure | undefined {
    return [...this.#failures.values()].at(-1);
  }

  /** Before a page is asked for anew: what failed earlier is forgotten. */
  forget(): void {
    this.#failures.clear();
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#terms.maxBytes || this.#isOver) return;
    this.end();
    this.#terms.onTooLarge();
  }

  /** Ended with the pass, unless it ends before. */
  hold(stream: Duplex): void {
    if (this.#open.has(stream)) return;
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    if (this.#isOver) stream.destroy();
  }

  end(): void {
    this.#isOver = true;
    this.agent.destroy();
    for (const stream of this.#open) stream.destroy();
  }
}
