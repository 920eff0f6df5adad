/**
 * What a page asks for, before it is sent: only http and https, only hosts of the visit, pages no faster and no more than allowed. The proxy looks at
 * all of it once more, by addresses; what is decided by a path, as robots.txt is, can only be decided here. Other windows get nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request, Response, Route } from 'playwright-core';
import { toZapomniError, type ZapomniError } from '@zapomni/core/errors';
import type { ReachRules } from '../../net/address/reach-rules.ts';
import type { ProxyPass } from '../../net/proxy/proxy-pass.ts';
import { holdRedirections } from './redirections.ts';
import type { VisitEnd } from './visit-end.ts';
import { crashed, refusedAddress, tooMuch } from './visit-errors.ts';

export interface TrafficRules {
  readonly reach: ReachRules;
  readonly pass: ProxyPass;
  readonly maxPages: number;
  /** Waits until a page of this address may be asked for. Fails where the site asks not to be read. */
  readonly admit: (url: URL, isPage: boolean) => Promise<void>;
  readonly end: VisitEnd;
}

const ALL = '**/*';

export class PageTraffic {
  requests = 0;
  pages = 0;
  /** Why the last page that was to be opened was not. */
  refusal: ZapomniError | undefined;
  /** The head of the page that is shown. */
  answer: Response | undefined;
  readonly #page: Page;
  readonly #rules: TrafficRules;
  #admitted: string | undefined;
  #isNavigating = false;
  readonly #waiting = new Set<() => void>();

  constructor(page: Page, rules: TrafficRules) {
    this.#page = page;
    this.#rules = rules;
  }

  async watch(context: BrowserContext): Promise<void> {
    const page = this.#page;
    context.on('page', (other) => {
      if (other !== page) void other.close().catch(() => undefined);
    });
    context.on('request', () => void this.requests++);
    page.on('response', (response) => {
      if (this.#isPage(response.request())) this.answer = response;
    });
    page.on('domcontentloaded', () => this.#arrived());
    page.on('download', () => this.#arrived());
    page.on('requestfailed', (request) => {
      if (this.#isPage(request)) this.#arrived();
    });
    page.on('crash', () => this.#rules.end.end(crashed()));
    await context.route(ALL, (route) => refuse(route));
    await page.route(ALL, (route) => this.#judge(route));
    const judge = (url: URL, isPage: boolean) => this.#judgeStep(url, isPage);
    await holdRedirections(context, page, { pass: this.#rules.pass, judge });
  }

  /** This very page has been waited for already. */
  expect(url: URL): void {
    this.#admitted = url.href;
    this.refusal = undefined;
    this.answer = undefined;
  }

  /** Waits until the page that is on its way is there, as far as it comes; false when that takes longer. */
  async arrival(timeoutMs: number): Promise<boolean> {
    if (!this.#isNavigating) return true;
    let came = (): void => undefined;
    const arrived = new Promise<boolean>((resolve) => {
      came = () => resolve(true);
    });
    this.#waiting.add(came);
    const timer = new AbortController();
    const late = pause(timeoutMs, false, { signal: timer.signal }).catch(() => false);
    try {
      return await Promise.race([arrived, late]);
    } finally {
      timer.abort();
      this.#waiting.delete(came);
    }
  }

  async #judge(route: Route): Promise<void> {
    const request = route.request();
    const isPage = this.#isPage(request);
    try {
      const url = this.#reachable(new URL(request.url()));
      if (isPage) this.#isNavigating = true;
      if (request.isNavigationRequest()) await this.#admit(url, isPage);
      await route.continue();
    } catch (error) {
      if (isPage) this.#refused(error);
      await refuse(route);
    }
  }

  /** Of a redirection. Its turn was that of the page which led here. */
  async #judgeStep(url: URL, isPage: boolean): Promise<void> {
    const { admit, end } = this.#rules;
    try {
      await end.race(admit(this.#reachable(url), false));
    } catch (error) {
      if (isPage) this.#refused(error);
      throw error;
    }
  }

  #reachable(url: URL): URL {
    if (mayReach(this.#rules.reach, url)) return url;
    this.#rules.pass.refuse(url);
    throw refusedAddress();
  }

  #refused(why: unknown): void {
    this.refusal = toZapomniError(why);
    this.#arrived();
  }

  async #admit(url: URL, isPage: boolean): Promise<void> {
    const { admit, end, maxPages } = this.#rules;
    if (isPage && ++this.pages > maxPages) {
      end.end(tooMuch(`${maxPages} pages`));
      end.check();
    }
    const isKnown = isPage && this.#admitted === url.href;
    if (isPage) this.#admitted = undefined;
    if (!isKnown) await end.race(admit(url, isPage));
  }

  #isPage(request: Request): boolean {
    try {
      return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
    } catch {
      // Of a frame that is not there yet, or no more.
      return false;
    }
  }

  #arrived(): void {
    this.#isNavigating = false;
    for (const came of this.#waiting) came();
  }
}

export function mayReach(reach: ReachRules, url: URL): boolean {
  return /^https?:$/.test(url.protocol) && reach(url) !== null;
}

/** As if the user had stopped it: the page that is there stays. */
async function refuse(route: Route): Promise<void> {
  await route.abort('aborted').catch(() => undefined);
}
