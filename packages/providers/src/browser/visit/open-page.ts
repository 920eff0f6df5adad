/** Goes to an address, and looks at what came: from where, with which status, and whether it wants a person. */
import type { Page, Response } from 'playwright-core';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { ReachRules } from '../../net/address/reach-rules.ts';
import { HttpFailure, type FailureKind } from '../../net/http-failure.ts';
import { PROXY_MARK } from '../../net/proxy/forward-request.ts';
import type { ProxyPass } from '../../net/proxy/proxy-pass.ts';
import { readRetryAfter } from '../../net/retry-after.ts';
import type { InPage } from './in-page.ts';
import { wantsPerson } from './needs-human.ts';
import { mayReach, type PageTraffic } from './page-traffic.ts';
import type { VisitEnd } from './visit-end.ts';
import { badStatus, noAnswer, refusedAddress, tooSlow } from './visit-errors.ts';

export interface OpenerParts {
  readonly page: Page;
  readonly inPage: InPage;
  readonly reach: ReachRules;
  readonly pass: ProxyPass;
  readonly traffic: PageTraffic;
  readonly end: VisitEnd;
  readonly admit: (url: URL, isPage: boolean) => Promise<void>;
  /** The host wants to be left alone for so long. */
  readonly rest: (url: URL, ms: number) => void;
  readonly now: () => number;
}

const PAGE_WITHIN_MS = 30_000;
const MOST_URL = 8192;
const BAD_STATUS = 400;
const NOT_NOW = new Set([429, 503]);
const LEAVE_WITHIN_MS = 2000;
const FAILURE = /^chrome-error:/;
const EMPTY = 'about:blank';

export class PageOpener {
  readonly #parts: OpenerParts;

  constructor(parts: OpenerParts) {
    this.#parts = parts;
  }

  async open(address: string): Promise<void> {
    const { reach, pass, end, admit, traffic } = this.#parts;
    const url = toUrl(address);
    if (!mayReach(reach, url)) {
      pass.refuse(url);
      throw refusedAddress();
    }
    await end.race(admit(url, true));
    pass.forget();
    traffic.expect(url);
    const response = await this.#go(url);
    if (response) await this.#lookAt(response);
  }

  async #go(url: URL): Promise<Response | null> {
    const { page, end, pass, traffic } = this.#parts;
    const until = performance.now() + end.within(PAGE_WITHIN_MS);
    const left = () => Math.max(1, until - performance.now());
    try {
      // A page whose script leads on to where nobody may go never says that it is complete.
      const response = await page.goto(url.href, { waitUntil: 'commit', timeout: left() });
      if (!(await traffic.arrival(left()))) throw tooSlow('The page');
      return response;
    } catch (error) {
      await this.#leaveFailure(error);
      if (error instanceof ZapomniError) throw error;
      if (traffic.refusal) throw traffic.refusal;
      throw /Timeout .*exceeded/.test(String(error))
        ? tooSlow('The page')
        : noAnswer(pass.failureOf(url.host) ?? pass.lastFailure());
    }
  }

  async #lookAt(response: Response): Promise<void> {
    const { inPage, reach, end } = this.#parts;
    const headers = response.headers();
    const mark = headers[PROXY_MARK];
    if (mark !== undefined) throw noAnswer(new HttpFailure(mark as FailureKind));
    const url = new URL(response.url());
    if (!mayReach(reach, url)) throw await this.#leave(refusedAddress());
    const status = response.status();
    const wanted = await end.race(wantsPerson(inPage, { status, headers }));
    if (wanted) throw wanted;
    if (status >= BAD_STATUS) throw this.#aboutStatus(url, status, headers['retry-after']);
  }

  #aboutStatus(url: URL, status: number, retryAfter: string | undefined): ZapomniError {
    const { now, rest } = this.#parts;
    const retryAfterMs = readRetryAfter(retryAfter ?? null, now());
    if (!NOT_NOW.has(status)) return badStatus(status);
    if (retryAfterMs !== undefined) rest(url, retryAfterMs);
    const wait = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    const details = retryAfterMs === undefined ? {} : { retryAfterMs };
    return new ZapomniError('UPSTREAM_RATE_LIMITED', `The site wants to be visited again ${wait}.`, details);
  }

  /** What must not be read is not kept open either. */
  async #leave(why: unknown): Promise<unknown> {
    await this.#parts.page.goto(EMPTY, { timeout: LEAVE_WITHIN_MS }).catch(() => undefined);
    return why;
  }

  /** The browser shows a page of its own about a failure, a moment later; a next address must not meet it. */
  async #leaveFailure(error: unknown): Promise<void> {
    const isShown = /net::ERR_(?!ABORTED)/.test(String(error));
    if (isShown)
      await this.#parts.page
        .waitForURL(FAILURE, { timeout: LEAVE_WITHIN_MS, waitUntil: 'commit' })
        .catch(() => undefined);
    await this.#leave(error);
  }
}

function toUrl(address: string): URL {
  if (address.length > MOST_URL) throw invalidField('url', `has more than ${MOST_URL} characters`);
  if (!URL.canParse(address)) throw invalidField('url', 'has to begin with https:// or http://');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw invalidField('url', 'must not hold a name or password');
  return url;
}
