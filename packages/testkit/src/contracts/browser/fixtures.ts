/** A web of our own for the suite: a site that the user allowed, another one, and a service inside that nobody may reach. */
import { createSocket, type Socket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { parseConfig } from '@zapomni/core/config';
import type { ZapomniError } from '@zapomni/core/errors';
import type { Browser, BrowserVisit, VisitRules, Web } from '@zapomni/core/ports';
import { obeyRobots } from '@zapomni/core/robots';
import { systemClock } from '@zapomni/providers';
import type { BrowserOptions } from '@zapomni/providers/browser';
import { createWeb } from '@zapomni/providers/web';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';
import { says, TEST_CERTIFICATE, WebServer, type Page } from '../../web-server/index.ts';

/** What the suite decides; which browser, and how it is started, is the harness's. */
export type BrowserSetup = Omit<BrowserOptions, 'browser' | 'headless' | 'sandbox' | 'environment'>;

export interface BrowserHarness {
  open(setup: BrowserSetup): Browser;
}

/** Somebody's; nothing is ever sent there. */
const PUBLIC = '93.184.216.34';
const LOOPBACK = '127.0.0.1';
/** As long as a busy machine may need. */
export const SOON = { timeout: 20_000, interval: 30 };

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'site.test': [LOOPBACK],
  'www.site.test': [LOOPBACK],
  'other.test': [LOOPBACK],
  'robots.test': [LOOPBACK],
  'slow.test': [LOOPBACK],
  'inward.test': [LOOPBACK],
  'mixed.test': [PUBLIC, '10.0.0.1'],
  'nowhere.test': [],
};

const SITES: readonly string[] = ['site.test', 'www.site.test', 'other.test', 'robots.test', 'slow.test'];

export function page(body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Page {
  return says(`<!doctype html><meta charset=utf-8>${body}`, { 'content-type': 'text/html', ...headers }, status);
}

export class BrowserBench {
  site!: WebServer;
  secure!: WebServer;
  internal!: WebServer;
  browser!: Browser;
  /** Packets that came to a port inside. */
  packets = 0;
  readonly logger = createRecordingLogger();
  readonly #harness: BrowserHarness;
  #udp!: Socket;
  #web!: Web;
  #visits: BrowserVisit[] = [];

  constructor(harness: BrowserHarness) {
    this.#harness = harness;
  }

  /** Call it in a `describe`. One browser serves the whole suite. */
  prepare(): void {
    beforeAll(async () => {
      [this.site, this.internal] = [await WebServer.start(), await WebServer.start()];
      this.secure = await WebServer.start({ tls: true });
      this.internal.otherwise(page('inside: root:x:0:0'));
      this.#udp = createSocket('udp4').on('message', () => void this.packets++);
      await new Promise<void>((resolve) => {
        this.#udp.bind(0, LOOPBACK, resolve);
      });
      this.#web = createWeb({
        ...this.#reachable(),
        userAgent: 'zapomni-test',
        clock: systemClock,
        logger: this.logger,
        ca: TEST_CERTIFICATE,
      });
      this.browser = this.open();
    });
    afterAll(async () => {
      await this.browser.close();
      this.#udp.close();
      await Promise.all([this.site, this.secure, this.internal, this.#web].map((one) => one.close()));
    });
    beforeEach(() => {
      this.site.requests.length = 0;
    });
    afterEach(async () => {
      await Promise.all(this.#visits.splice(0).map((visit) => visit.close()));
    });
  }

  open(setup: Partial<BrowserSetup> = {}): Browser {
    const config = parseConfig({ data_dir: '/nowhere' });
    return this.#harness.open({
      ...this.#reachable(),
      paceMs: 0,
      agent: 'Zapomni/0.0.0 (+https://home.test)',
      // Where the way out of the other seam would refuse first, nothing is asked of it: the browser's own guards have to hold.
      robots: async (url, signal) =>
        SITES.includes(new URL(url).hostname)
          ? obeyRobots({ web: this.#web, clock: systemClock, config, logger: this.logger }, url, signal)
          : {},
      clock: systemClock,
      logger: this.logger,
      certificate: TEST_CERTIFICATE,
      targetMs: 2000,
      idleMs: 60_000,
      ...setup,
    });
  }

  async visit(rules: Partial<VisitRules> = {}, browser = this.browser): Promise<BrowserVisit> {
    const visit = await browser.open({
      hosts: ['site.test'],
      timeoutMs: 30_000,
      maxBytes: 20_000_000,
      maxPages: 20,
      ...rules,
    });
    this.#visits.push(visit);
    return visit;
  }

  /** A visit that stands on this page. */
  async at(body: string, rules: Partial<VisitRules> = {}): Promise<BrowserVisit> {
    this.site.page('/', page(body));
    const visit = await this.visit(rules);
    await visit.goto(this.url('/'));
    return visit;
  }

  url(path: string, host = 'site.test'): string {
    return `http://${host}:${this.site.port}${path}`;
  }

  get udpPort(): number {
    return this.#udp.address().port;
  }

  /** Everything public, and the sites of the suite at their ports; never the service inside. */
  #reachable(): Pick<BrowserOptions, 'hosts' | 'privateHosts' | 'resolve'> {
    return {
      hosts: ['*'],
      privateHosts: [...SITES.map((name) => `${name}:${this.site.port}`), `site.test:${this.secure.port}`],
      resolve: async (host) => NAMES[host] ?? [PUBLIC],
    };
  }
}

export function byCss(css: string): [{ readonly css: string }] {
  return [{ css }];
}

export function failure(code: ZapomniError['code'], words?: RegExp): unknown {
  return expect.objectContaining({ code, ...(words ? { message: expect.stringMatching(words) } : {}) });
}
