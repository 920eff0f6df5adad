/** The library that speaks to the browser comes with the first visit; whoever never visits anything may do without it. */
import { ZapomniError } from '@zapomni/core/errors';

export type Playwright = Pick<typeof import('playwright-core'), 'chromium'>;

export async function loadPlaywright(): Promise<Playwright> {
  try {
    return await import('playwright-core');
  } catch (cause) {
    throw new ZapomniError('INVALID_CONFIG', 'What drives the browser (playwright-core) is not installed.', {
      hint: 'Add it with `npm install -g playwright-core@1.65.1` beside zapomni, or set ZAPOMNI_BROWSER=off.',
      cause,
    });
  }
}
