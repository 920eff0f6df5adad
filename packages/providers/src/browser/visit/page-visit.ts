/** One visit: a page in a context of its own, led by steps. See the contract of `BrowserVisit`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type {
  BrowserTarget,
  BrowserVisit,
  ExtractedRow,
  FieldRule,
  VisitRules,
  VisitStanding,
  WaitFor,
} from '@zapomni/core/ports';
import type { ProxyPass } from '../../net/proxy/proxy-pass.ts';
import { extractRows } from './extract.ts';
import { InPage } from './in-page.ts';
import { wantsPerson, standsBehind } from './needs-human.ts';
import type { PageOpener } from './open-page.ts';
import { HTML } from './page-questions.ts';
import type { PageTraffic } from './page-traffic.ts';
import { Secrets } from './secrets.ts';
import { valuesIn, writeSession } from './session-text.ts';
import { awaitTarget, countTargets } from './targets.ts';
import type { VisitEnd } from './visit-end.ts';
import { notUsable, refusedAddress, tooSlow } from './visit-errors.ts';

export interface VisitParts {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly inPage: InPage;
  readonly rules: VisitRules;
  readonly pass: ProxyPass;
  readonly traffic: PageTraffic;
  readonly opener: PageOpener;
  readonly end: VisitEnd;
  readonly targetMs: number;
  /** Gives everything back. */
  readonly leave: () => Promise<void>;
}

type Targets = readonly BrowserTarget[];

const SETTLE_WITHIN_MS = 10_000;
const PICTURE_WITHIN_MS = 10_000;
const MOST_HTML = 2_000_000;
const MOST_SCREENS = 200;
/** `Enter`, `a`, `Control+A`. */
const KEY = /^(?:(?:Control|Shift|Alt|Meta|ControlOrMeta)\+)*[^\s+]{1,20}$/u;

/** What a browser with a window asks for by itself, and no page: to tell of it would have somebody allow it. */
const ITS_OWN = /^content-autofill\.googleapis\.com(?::443)?$/;

export class PageVisit implements BrowserVisit {
  readonly #parts: VisitParts;
  readonly #secrets = new Secrets();

  constructor(parts: VisitParts) {
    this.#parts = parts;
    const { session } = parts.rules;
    if (session !== undefined) for (const value of valuesIn(session)) this.#secrets.add(value);
  }

  goto(url: string): Promise<void> {
    return this.#step(() => this.#parts.opener.open(url));
  }

  click(target: Targets): Promise<void> {
    return this.#act(target, (found, timeout) => found.click({ timeout }));
  }

  fill(target: Targets, value: string, secretFor?: string): Promise<void> {
    if (secretFor === undefined) return this.#act(target, (found, timeout) => found.fill(value, { timeout }));
    this.#secrets.add(value);
    return this.#act(target, (found, timeout) => fillSecret(found, { value, origin: secretFor, timeout }));
  }

  press(key: string, target?: Targets): Promise<void> {
    if (!KEY.test(key))
      return Promise.reject(invalidField('key', 'takes one key by its name: `Enter`, `a`, `Control+A`'));
    if (target) return this.#act(target, (found, timeout) => found.press(key, { timeout }));
    return this.#step(async () => {
      await pressAnywhere(this.#parts.page, key, this.#parts.end.within(this.#parts.targetMs));
      await this.#settle();
    });
  }

  select(target: Targets, value: string): Promise<void> {
    return this.#act(target, async (found, timeout) => {
      await found.selectOption(value, { timeout });
    });
  }

  check(target: Targets, on: boolean): Promise<void> {
    return this.#act(target, (found, timeout) => found.setChecked(on, { timeout }));
  }

  wait(what: WaitFor, timeoutMs: number): Promise<void> {
    const { page, end } = this.#parts;
    return this.#step(async () => {
      const timeout = end.within(timeoutMs);
      if ('ms' in what) await pause(Math.min(what.ms, timeout), undefined, { signal: end.signal });
      else if ('target' in what) await this.#find(what.target, timeout);
      else if ('load' in what) await page.waitForLoadState(what.load, { timeout }).catch(late('The page'));
      else await this.#waitForAddress(what.url, timeout);
    });
  }

  scroll(screens: number): Promise<void> {
    const { inPage } = this.#parts;
    const count = Math.min(MOST_SCREENS, Math.max(0, screens));
    const question =
      'function (n) { scrollTo(0, n === 0 ? document.documentElement.scrollHeight : scrollY + n * innerHeight); }';
    return this.#step(async () => {
      await inPage.ask(question, count);
      // What a page adds when it is scrolled comes with the next frame at the earliest.
      await inPage.ask(
        'async function () { await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))); }',
      );
    });
  }

  count(target: Targets): Promise<number> {
    return this.#step(() => countTargets(this.#parts.page, target));
  }

  extract(each: Targets, fields: Readonly<Record<string, FieldRule>>, max: number): Promise<readonly ExtractedRow[]> {
    const { page, inPage } = this.#parts;
    return this.#step(async () => {
      const rows = await extractRows(page, inPage, { each, fields, max });
      if (rows.length === 0) await this.#explain();
      return JSON.parse(this.#secrets.hide(JSON.stringify(rows))) as readonly ExtractedRow[];
    });
  }

  html(): Promise<string> {
    return this.#step(async () => this.#secrets.hide(await this.#parts.inPage.ask<string>(HTML, MOST_HTML)));
  }

  screenshot(): Promise<Uint8Array> {
    const { page, end } = this.#parts;
    return this.#step(() =>
      page
        .screenshot({
          type: 'png',
          mask: this.#secrets.covers(page),
          maskColor: '#000000',
          animations: 'disabled',
          timeout: end.within(PICTURE_WITHIN_MS),
        })
        .catch(late('A picture of the page')),
    );
  }

  url(): string {
    return this.#secrets.hide(this.#parts.page.url());
  }

  standing(): VisitStanding {
    const { traffic, pass } = this.#parts;
    const refused = pass.refused.filter((host) => !ITS_OWN.test(host));
    return { requests: traffic.requests, bytes: pass.bytes, refused, pages: traffic.pages };
  }

  session(origin: string): Promise<string | null> {
    const { context } = this.#parts;
    return this.#step(async () => writeSession(await context.storageState(), origin));
  }

  async close(): Promise<void> {
    this.#parts.end.close();
    await this.#parts.leave();
  }

  /** Everything goes through here: not after the end, not past it, and not from a page that is none. */
  async #step<T>(work: () => Promise<T>): Promise<T> {
    const { end, page } = this.#parts;
    end.check();
    try {
      const done = await end.race(work());
      end.check();
      if (!/^(?:https?|about|chrome-error):/.test(page.url())) throw refusedAddress();
      return done;
    } catch (error) {
      throw end.why ?? toOurs(error);
    }
  }

  #act(target: Targets, work: (found: Locator, timeoutMs: number) => Promise<void>): Promise<void> {
    const { end, targetMs } = this.#parts;
    return this.#step(async () => {
      const found = await this.#find(target, end.within(targetMs));
      await work(found, end.within(targetMs)).catch((error: unknown) => {
        throw error instanceof ZapomniError ? error : notUsable(target);
      });
      await this.#settle();
    });
  }

  async #find(target: Targets, timeoutMs: number): Promise<Locator> {
    if (target.length === 0) throw invalidField('target', 'names nothing');
    try {
      return await awaitTarget(this.#parts.page, target, timeoutMs);
    } catch (error) {
      if (error instanceof ZapomniError && error.code === 'NOT_FOUND') await this.#explain();
      throw error;
    }
  }

  /** Why something may not be there: a person is wanted, or the page that should have it was refused. */
  async #explain(): Promise<void> {
    const { inPage, traffic } = this.#parts;
    const { answer, refusal } = traffic;
    const shown = { status: answer?.status() ?? 200, headers: answer?.headers() ?? {} };
    const why = (await wantsPerson(inPage, shown)) ?? (await standsBehind(inPage)) ?? refusal;
    if (why) throw why;
  }

  async #waitForAddress(part: string, timeoutMs: number): Promise<void> {
    const { page } = this.#parts;
    await page
      .waitForURL((url) => url.href.includes(part), { timeout: timeoutMs, waitUntil: 'commit' })
      .catch(late('The address'));
  }

  /** A page that an action has led to is there when the next step begins. */
  async #settle(): Promise<void> {
    const { inPage, traffic, end } = this.#parts;
    // Whatever the page began has reached us when it has answered this.
    await inPage.ask('function () {}').catch(() => undefined);
    await traffic.arrival(end.within(SETTLE_WITHIN_MS));
  }
}

/**
 * The element is had once and belongs to one document: when its frame becomes another page, it can no longer be typed into. So what is asked of its frame
 * holds for what is typed.
 */
async function fillSecret(
  found: Locator,
  { value, origin, timeout }: { readonly value: string; readonly origin: string; readonly timeout: number },
): Promise<void> {
  const element = await found.elementHandle({ timeout });
  const frame = await element?.ownerFrame();
  const own = frame && URL.canParse(frame.url()) ? new URL(frame.url()).origin : 'null';
  if (!element || own === 'null' || own !== origin) {
    throw new ZapomniError('FORBIDDEN', 'The secret belongs to another origin than the page, and was not typed in.', {
      hint: 'Store one for this origin with `zapomni secret set`, or visit the page that it is for.',
    });
  }
  await element.fill(value, { timeout });
}

/** Into what has the focus, so that a page that follows is waited for; otherwise into the page. */
async function pressAnywhere(page: Page, key: string, timeout: number): Promise<void> {
  const focused = page.locator('css=:focus');
  try {
    if ((await focused.count()) > 0) await focused.first().press(key, { timeout });
    else await page.keyboard.press(key);
  } catch (error) {
    throw /Unknown key/.test(String(error)) ? invalidField('key', 'is no key that a keyboard has') : error;
  }
}

function late(what: string): (error: unknown) => never {
  return (error) => {
    throw /Timeout|timeout/.test(String(error)) ? tooSlow(what) : error;
  };
}

/** The library's words hold what was typed and what the page says: they go nowhere. */
function toOurs(error: unknown): ZapomniError {
  if (error instanceof ZapomniError) return error;
  return new ZapomniError('UPSTREAM_FAILED', 'The page changed or went away in the middle of the step.', {
    hint: 'Wait for something on it first, then try again.',
  });
}
