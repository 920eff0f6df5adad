/** Puts a visit together: a pass, a context that knows nothing of any other, a page, and the guards of all three. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import type { VisitRules } from '@zapomni/core/ports';
import type { ReachRules } from '../../net/address/reach-rules.ts';
import { HttpFailure } from '../../net/http-failure.ts';
import type { FilteringProxy } from '../../net/proxy/filtering-proxy.ts';
import type { ProxyPass } from '../../net/proxy/proxy-pass.ts';
import type { HostPaces } from '../../net/web/host-paces.ts';
import { toUpstreamError } from '../../net/web/to-upstream-error.ts';
import type { BrowserOptions } from '../browser-options.ts';
import type { Launched } from '../process/launch.ts';
import { InPage } from './in-page.ts';
import { PageOpener } from './open-page.ts';
import { PageTraffic } from './page-traffic.ts';
import { PageVisit } from './page-visit.ts';
import { readSession } from './session-text.ts';
import type { VisitEnd } from './visit-end.ts';
import { tooMuch, windowClosed } from './visit-errors.ts';

export interface VisitGround {
  readonly options: BrowserOptions;
  readonly launched: Launched;
  readonly proxy: FilteringProxy;
  readonly paces: HostPaces;
  readonly rules: VisitRules;
  readonly reach: ReachRules;
  readonly end: VisitEnd;
  /** Called once, when everything is given back. */
  readonly onLeft: () => void;
}

const VIEW = { width: 1280, height: 800 };
const TARGET_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 5000;

interface Opened {
  context?: Promise<BrowserContext>;
}

export async function startVisit(ground: VisitGround): Promise<PageVisit> {
  const { options, proxy, rules, reach, end } = ground;
  const pass = proxy.admit({
    rules: reach,
    maxBytes: rules.maxBytes,
    onTooLarge: () => end.end(tooMuch(`${rules.maxBytes} bytes`)),
  });
  const opened: Opened = {};
  const leave = leaving(ground, pass, opened);
  try {
    opened.context = openContext(ground, pass);
    const context = await end.race(opened.context);
    const page = await end.race(context.newPage());
    if (rules.person === true) {
      page.on('close', () => end.end(windowClosed()));
      await end.race(ground.launched.closeFirstWindow());
    }
    const admit = (url: URL, isPage: boolean) => admission(ground, url, isPage);
    const traffic = new PageTraffic(page, { reach, pass, maxPages: rules.maxPages, admit, end });
    await end.race(traffic.watch(context));
    const inPage = new InPage(page);
    const opener = new PageOpener({
      page,
      inPage,
      reach,
      pass,
      traffic,
      end,
      admit,
      rest: (url, ms) => ground.paces.rest(url.host, ms),
      now: options.clock.now,
    });
    const targetMs = options.targetMs ?? TARGET_WITHIN_MS;
    return new PageVisit({ context, page, inPage, rules, pass, traffic, opener, end, targetMs, leave });
  } catch (error) {
    const why = end.why ?? error;
    await leave();
    throw why;
  }
}

async function openContext({ launched, proxy, rules }: VisitGround, pass: ProxyPass): Promise<BrowserContext> {
  const { username, password } = pass;
  const context = await launched.browser.newContext({
    proxy: { server: proxy.address, username, password },
    userAgent: launched.userAgent,
    viewport: VIEW,
    acceptDownloads: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...(rules.session === undefined ? {} : { storageState: readSession(rules.session, rules.hosts) }),
  });
  // None, and everything else refused without asking.
  await context.grantPermissions([]);
  return context;
}

/** What the site asks for, and for a page its turn. A person has no need of either. */
async function admission({ options, paces, rules, end }: VisitGround, url: URL, isPage: boolean): Promise<void> {
  if (rules.person === true) return;
  const pace = await options.robots(url.href, end.signal);
  if (!isPage) return;
  try {
    const leave = await paces.enter(url.host, pace, end.signal);
    leave();
  } catch (error) {
    throw error instanceof HttpFailure ? toUpstreamError(error) : error;
  }
}

/** Also when the visit ends by itself: nobody may come to close it. */
function leaving({ proxy, end, onLeft }: VisitGround, pass: ProxyPass, opened: Opened): () => Promise<void> {
  let left: Promise<void> | undefined;
  const leave = (): Promise<void> =>
    (left ??= (async () => {
      proxy.dismiss(pass);
      end.close();
      // A browser that no longer answers keeps nobody waiting; it ends with the last visit.
      await Promise.race([closeContext(opened), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      onLeft();
    })());
  end.signal.addEventListener('abort', () => void leave(), { once: true });
  return leave;
}

/** Also one that is only on its way. */
async function closeContext({ context }: Opened): Promise<void> {
  try {
    await (await context)?.close();
  } catch {
    // The browser is gone, and the context with it.
  }
}
