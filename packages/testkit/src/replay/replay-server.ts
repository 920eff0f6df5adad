/**
 * Every source at once, on loopback: each has a name of its own (`crossref.test`), by which it is told apart, and answers with what was
 * recorded of it or made up. What nobody has recorded is answered with 404, and told.
 */
import { PAPER_SOURCES, type PaperSourceName } from '@zapomni/core/ports';
import { WebServer, type Page, type SeenRequest } from '../web-server/index.ts';
import type { Exchange } from './exchange.ts';
import { findExchange } from './match-exchange.ts';

export interface ReplayedRequest extends SeenRequest {
  readonly source: string;
  /** When it came, in milliseconds of a clock that never goes back. */
  readonly at: number;
}

export class ReplayServer {
  readonly requests: ReplayedRequest[] = [];
  /** Requests that there was no answer for. */
  readonly unknown: string[] = [];
  readonly #server: WebServer;
  readonly #exchanges: Exchange[] = [];
  readonly #next = new Map<string, Page[]>();

  static async start(exchanges: readonly Exchange[] = []): Promise<ReplayServer> {
    return new ReplayServer(await WebServer.start(), exchanges);
  }

  private constructor(server: WebServer, exchanges: readonly Exchange[]) {
    this.#server = server;
    this.add(...exchanges);
    server.otherwise((response, request, nth) => this.#serve(response, request, nth));
  }

  get port(): number {
    return this.#server.port;
  }

  /** Where a source is, for a web that leads every name to loopback. */
  url(source: PaperSourceName): string {
    return `http://${source}.test:${this.port}`;
  }

  /** Where each is. */
  get urls(): Record<PaperSourceName, string> {
    return Object.fromEntries(PAPER_SOURCES.map((name) => [name, this.url(name)])) as Record<PaperSourceName, string>;
  }

  /** A page of another site: whatever is asked for by this path, under any name. */
  page(path: string, page: Page): void {
    this.#server.page(path, page);
  }

  /** What is added later is what a source says from then on. */
  add(...exchanges: readonly Exchange[]): void {
    this.#exchanges.unshift(...exchanges);
  }

  /** What the source does with its next requests, whatever they ask for. */
  next(source: PaperSourceName, ...pages: readonly (Page | Exchange)[]): void {
    const queued = this.#next.get(source) ?? [];
    this.#next.set(source, [...queued, ...pages.map((page) => (typeof page === 'function' ? page : replays(page)))]);
  }

  /** As if nothing had been asked. */
  forget(): void {
    this.requests.length = 0;
    this.unknown.length = 0;
    this.#server.requests.length = 0;
    this.#next.clear();
  }

  asked(source: PaperSourceName): ReplayedRequest[] {
    return this.requests.filter((request) => request.source === source);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #serve(...[response, request, nth]: Parameters<Page>): void {
    const source = (request.headers.host ?? '').split('.')[0] ?? '';
    this.requests.push({ ...request, source, at: performance.now() });
    const next = this.#next.get(source)?.shift();
    if (next) return next(response, request, nth);
    const own = this.#exchanges.filter((exchange) => exchange.source === source);
    const found = findExchange(own, request.method, request.path);
    if (!found) this.unknown.push(`${source}: ${request.method} ${request.path}`);
    return (found ? replays(found) : nothing)(response, request, nth);
  }
}

function replays({ status, headers, body }: Exchange): Page {
  return (response) => void response.writeHead(status, headers).end(body);
}

const nothing: Page = (response) => void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not recorded.');
