/**
 * Where a store is. One address, or several of which whoever can be reached tells of the rest: a primary and its replicas,
 * nodes of a cluster, or sentinels.
 *
 *   falkordb://host:6379                        falkordbs:// for TLS
 *   falkordb://user:password@host:6379/team     keys begin with `team` instead of `zapomni`
 *   falkordb://a:26379,b:26379?master=main      sentinels, and the name of the primary they watch
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Credentials, NodeAddress } from '../wire/connection.ts';

export interface StorePlace extends Credentials {
  readonly seeds: readonly NodeAddress[];
  readonly tls: boolean;
  readonly prefix: string;
  readonly master?: string;
}

const FORM = /^falkordb(s?):\/\/(?:([^@/?]*)@)?([^/?]+)(?:\/([\w.-]*))?(?:\?(.*))?$/;
const DEFAULT_PREFIX = 'zapomni';
const DEFAULT_PORT = 6379;

/** INVALID_CONFIG without repeating any of it: it may hold a password. */
export function parseStoreUrl(url: string): StorePlace {
  const match = FORM.exec(url);
  if (!match) throw refusal();
  const [, secure, login, hosts = '', prefix, query] = match;
  const master = new URLSearchParams(query ?? '').get('master');
  return {
    seeds: hosts.split(',').map(toAddress),
    tls: secure === 's',
    prefix: prefix || DEFAULT_PREFIX,
    ...toCredentials(login),
    ...(master === null ? {} : { master }),
  };
}

function toAddress(text: string): NodeAddress {
  const [, host, port = String(DEFAULT_PORT)] = /^(\[[0-9a-fA-F:]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) throw refusal();
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

/** Both are percent-encoded, as in any URL. */
function toCredentials(login: string | undefined): Credentials {
  if (login === undefined || login === '') return {};
  const at = login.indexOf(':');
  try {
    const [username, password] = (at < 0 ? ['', login] : [login.slice(0, at), login.slice(at + 1)]).map(
      decodeURIComponent,
    );
    return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
  } catch {
    throw refusal();
  }
}

function refusal(): ZapomniError {
  return new ZapomniError('INVALID_CONFIG', 'The setting `store` is not an address of a FalkorDB server.', {
    hint: 'Write it as `falkordb://[user:password@]host:port`, with `falkordbs` for TLS.',
  });
}
