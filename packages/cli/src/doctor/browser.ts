/** Is there a browser for visits? Asked only when they are switched on; none is started. */
import type { Browser } from '@zapomni/core/ports';
import { attempt, ok, warning, type Check } from './check.ts';

const NAME = 'Browser';

/** Everything else works without it, so what is wrong with it is a warning. */
export async function checkBrowser(browser: Browser): Promise<Check> {
  const check = await attempt(NAME, () => look(browser));
  return check.status === 'broken' ? warning(NAME, check.detail, check.advice) : check;
}

async function look(browser: Browser): Promise<Check> {
  const { browser: found, reason } = await browser.about();
  if (found) return ok(NAME, `${found.name} ${found.version}`);
  const [, detail = '', advice = ''] = /^(.*?\.) (.*)$/s.exec(reason ?? '') ?? [];
  return warning(NAME, detail, advice);
}
