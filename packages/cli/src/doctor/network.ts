/** May anything on the network be reached? Nothing is asked for here. */
import type { Config } from '@zapomni/core/config';
import { allowedHosts } from '../wire/wire-web.ts';
import { ok, type Check } from './check.ts';

const NAME = 'Network';

export function checkNetwork(config: Config): Check {
  const hosts = allowedHosts(config);
  if (hosts.length === 0) return ok(NAME, 'off; ZAPOMNI_WEB_HOSTS names hosts that may be reached');
  return ok(NAME, `on, for ${hosts.join(', ').replace(/(^|, )\*(?=,|$)/, '$1every public host')}`);
}
