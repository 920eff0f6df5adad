/** Settings of the way out to the network: which hosts may be reached, how we say who asks, and what is kept. */
import { z } from 'zod';
import { parseHostPattern } from '../model/host-pattern.ts';
import { listed, setting, whole } from './setting.ts';

const ADVICE = 'takes hosts by comma: `arxiv.org`, `*.arxiv.org`, `host:8080`, `[::1]`';

const isPattern = (name: string) => parseHostPattern(name) !== null;
const isNamed = (name: string) => isPattern(name) && parseHostPattern(name)?.host !== '';
const hostList = (isOne: (name: string) => boolean, advice: string) =>
  z.string().refine((names) => listed(names).every(isOne), advice);

export const webSettings = {
  web_hosts: setting(
    'web',
    hostList(isPattern, `${ADVICE}, or \`*\` for every public one`).default(''),
    'Hosts of the network that may be reached, by comma: `arxiv.org`, `*.arxiv.org` for those below it, `host:port`, or `*` for every public one. Unless given, the network is off; endpoints of models have their own settings.',
  ),
  web_private_hosts: setting(
    'web',
    hostList(isNamed, `${ADVICE}; private ones have to be named one by one`).default(''),
    'Hosts on loopback or in a private network that may be reached, in the same form. Link-local and metadata addresses may not.',
  ),
  web_contact: setting(
    'web',
    z.email().optional(),
    'E-mail address that services on the network are told, as those for papers ask their callers to. Unless given: none.',
  ),
  web_robots: setting(
    'web',
    z.enum(['obey', 'ignore']).default('obey'),
    'Whether pages that a site asks programs not to read (its robots.txt) are left alone. `ignore` is for sites that are yours or have allowed it.',
  ),
  web_cache_mb: setting(
    'web',
    whole(0, 65_536).default(100),
    'Room on disk for answers of the network that are kept. 0: none are kept.',
  ),
};
