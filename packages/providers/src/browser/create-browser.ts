/**
 * The `Browser` port. One browser process serves all visits of this process, at most two at a time; it is started by the first and ended shortly after the
 * last. Each visit has a context of its own and a pass for the proxy of its own.
 *
 *   open ─ a slot ─ the browser, started or there ─ a pass ─ a context ─ a page ─ steps … ─ close: all of it given back
 */
import { invalidField, toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { Browser, BrowserFacts, BrowserVisit, VisitRules } from '@zapomni/core/ports';
import { FilteringProxy } from '../net/proxy/filtering-proxy.ts';
import { isHost, visitRules } from '../net/proxy/visit-rules.ts';
import { HostPaces } from '../net/web/host-paces.ts';
import { networkOff } from '../net/web/to-upstream-error.ts';
import { realPause } from '../net/with-retries.ts';
import type { BrowserOptions } from './browser-options.ts';
import { chosenBrowser, nameAndVersion } from './process/chosen-browser.ts';
import { launch, type Launched } from './process/launch.ts';
import { loadPlaywright } from './process/load-playwright.ts';
import { startVisit } from './visit/start-visit.ts';
import { VisitEnd } from './visit/visit-end.ts';
import { browserGone } from './visit/visit-errors.ts';
import { VisitSlots } from './visit/visit-slots.ts';

/** See the `Browser` contract. Nothing is loaded, started or touched on disk before it is asked for. */
export function createBrowser(options: BrowserOptions): Browser {
  return new SharedBrowser(options);
}

interface Running {
  readonly launched: Launched;
  readonly proxy: FilteringProxy;
}

const MOST_VISITS = 2;
const IDLE_MS = 2000;

class SharedBrowser implements Browser {
  readonly #options: BrowserOptions;
  readonly #paces: HostPaces;
  readonly #slots = new VisitSlots(MOST_VISITS);
  readonly #visits = new Set<VisitEnd>();
  #running: Promise<Running> | undefined;
  #ending: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BrowserOptions) {
    this.#options = options;
    const { clock, paceMs } = options;
    this.#paces = new HostPaces({ clock, pause: realPause, pace: { minIntervalMs: paceMs, concurrency: 1 } });
  }

  async about(): Promise<BrowserFacts> {
    try {
      const file = chosenBrowser(this.#options);
      await loadPlaywright();
      return { browser: await nameAndVersion(file, this.#options.environment), reason: null };
    } catch (error) {
      const { message, hint } = toZapomniError(error);
      return { browser: null, reason: `${message} ${hint}` };
    }
  }

  async open(rules: VisitRules): Promise<BrowserVisit> {
    if (this.#isClosed) throw new ZapomniError('CANCELLED', 'The browser was closed.');
    chosenBrowser(this.#options);
    const reach = this.#reach(rules);
    const end = new VisitEnd(rules);
    this.#visits.add(end);
    clearTimeout(this.#idle);
    let hasSlot = false;
    const onLeft = (): void => {
      if (hasSlot) this.#slots.give();
      this.#left(end);
    };
    try {
      await this.#slots.take(end);
      hasSlot = true;
      const running = await end.race(this.#start());
      return await startVisit({ options: this.#options, ...running, paces: this.#paces, rules, reach, end, onLeft });
    } catch (error) {
      // A visit that got as far as to have anything has given it back itself.
      if (this.#visits.has(end)) onLeft();
      end.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#visits) end.close();
    clearTimeout(this.#idle);
    await this.#stop();
  }

  /** Hosts that nobody allowed would only be found out page by page. */
  #reach({ hosts }: VisitRules): ReturnType<typeof visitRules> {
    const { hosts: allowed, privateHosts } = this.#options;
    if (hosts.length === 0 || !hosts.every(isHost)) throw invalidField('hosts', 'takes names of hosts: `arxiv.org`');
    if (allowed.length + privateHosts.length === 0) throw networkOff();
    return visitRules({ hosts: allowed, privateHosts }, hosts);
  }

  #start(): Promise<Running> {
    this.#running ??= this.#launch().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #launch(): Promise<Running> {
    await this.#ending;
    const { resolve, route, logger } = this.#options;
    const proxy = await FilteringProxy.start({ resolve, route });
    try {
      const launched = await launch(this.#options, proxy.address);
      launched.browser.on('disconnected', () => void this.#gone(launched));
      logger.log('debug', 'browser_started', { version: launched.browser.version() });
      return { launched, proxy };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  }

  #left(end: VisitEnd): void {
    this.#visits.delete(end);
    if (this.#visits.size > 0 || this.#isClosed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), this.#options.idleMs ?? IDLE_MS);
  }

  /** It was killed, or has broken down; the next visit starts another. */
  async #gone(launched: Launched): Promise<void> {
    // One that was ended on purpose is no longer the running one.
    const running = await this.#running?.catch(() => undefined);
    if (running?.launched !== launched) return;
    for (const end of this.#visits) end.end(browserGone());
    void this.#stop();
  }

  #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) this.#ending = this.#ending.then(() => shut(running, this.#options));
    return this.#ending;
  }
}

async function shut(running: Promise<Running>, { logger }: BrowserOptions): Promise<void> {
  try {
    const { launched, proxy } = await running;
    await launched.close();
    await proxy.close();
    logger.log('debug', 'browser_ended', {});
  } catch (error) {
    // One that could not be started has said so to whoever wanted it.
    if (!(error instanceof ZapomniError)) logger.log('warning', 'browser_not_ended', { error });
  }
}
