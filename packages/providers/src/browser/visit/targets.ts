/** Finds on a page what a step means. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import type { BrowserTarget } from '@zapomni/core/ports';
import { badTarget, notFound } from './visit-errors.ts';

const LOOK_EVERY_MS = 40;
/** One frame of a stranger's must not hold up the rest. */
const FRAME_WITHIN_MS = 1000;
const MOST_FRAMES = 20;

type Scope = Pick<Frame, 'locator' | 'getByRole' | 'getByText' | 'getByTestId'>;

export function locate(scope: Scope, target: BrowserTarget): Locator {
  if ('text' in target) return scope.getByText(target.text);
  if ('testId' in target) return scope.getByTestId(target.testId);
  if ('role' in target) {
    const role = target.role as Parameters<Scope['getByRole']>[0];
    return scope.getByRole(role, target.name === undefined ? {} : { name: target.name });
  }
  // What stands behind it would be read as another kind of selector.
  if (target.css.includes('>>')) throw badTarget([target]);
  return scope.locator(`css=${target.css}`);
}

/** How many match, by the first target that matches anything. */
export async function countTargets(page: Page, targets: readonly BrowserTarget[]): Promise<number> {
  for (const target of targets) {
    const count = await matches(locate(page.mainFrame(), target), [target]);
    if (count > 0) return count;
  }
  return 0;
}

/** The first that matches, in the page or in a frame of it; a visible one where several do. Fails with NOT_FOUND after so long. */
export async function awaitTarget(page: Page, targets: readonly BrowserTarget[], timeoutMs: number): Promise<Locator> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const found = await lookOnce(page, targets, Math.max(1, until - performance.now()));
    if (found) return found;
    if (performance.now() >= until) throw notFound(targets);
    await pause(Math.min(LOOK_EVERY_MS, Math.max(1, until - performance.now())));
  }
}

async function lookOnce(page: Page, targets: readonly BrowserTarget[], leftMs: number): Promise<Locator | null> {
  for (const target of targets) {
    for (const frame of page.frames().slice(0, MOST_FRAMES)) {
      const all = locate(frame, target);
      const isMain = frame === page.mainFrame();
      const count = await within(matches(all, [target]), isMain ? leftMs : Math.min(leftMs, FRAME_WITHIN_MS));
      if (count > 0) return count === 1 ? all : firstVisible(all);
    }
  }
  return null;
}

async function firstVisible(all: Locator): Promise<Locator> {
  const visible = all.filter({ visible: true });
  return (await visible.count()) > 0 ? visible.first() : all.first();
}

async function matches(all: Locator, targets: readonly BrowserTarget[]): Promise<number> {
  try {
    return await all.count();
  } catch (error) {
    if (isBadSelector(error)) throw badTarget(targets);
    // The page is on its way to another one.
    return 0;
  }
}

export function isBadSelector(error: unknown): boolean {
  return /not a valid selector|while parsing|Unknown engine|Malformed|valid selectors?\b|Unexpected (?:token|end)|Role .* (?:must|is)|role must/i.test(
    String(error),
  );
}

/** 0 for what does not answer in time. */
async function within(work: Promise<number>, ms: number): Promise<number> {
  const timer = new AbortController();
  const late = pause(ms, 0, { signal: timer.signal }).catch(() => 0);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}
