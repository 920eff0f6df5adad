/** Settings of the browser that visits sites which have no interface for programs: whether there is one, which, and how it may run. */
import { z } from 'zod';
import { setting, whole } from './setting.ts';

export const browserSettings = {
  browser: setting(
    'web',
    z.string().min(1).default('off'),
    'Browser for visits to sites that have no interface for programs: `off`, `on` for a Chromium, Chrome or Edge that is installed, or the path of one. It reaches hosts that `web_hosts` and `web_private_hosts` allow, and of those the visit’s own.',
  ),
  browser_headless: setting(
    'web',
    z.stringbool().default(true),
    'Whether the browser works without a window. Switch it off to watch it.',
  ),
  browser_sandbox: setting(
    'web',
    z.enum(['on', 'off']).default('on'),
    'Whether the browser locks its pages into its own sandbox. It cannot do so as root, where nothing is visited unless this is `off`.',
  ),
  browser_pace_ms: setting(
    'web',
    whole(0, 60_000).default(2000),
    'Least time between two pages of one host. A longer one in the site’s robots.txt counts.',
  ),
};
