/**
 * Name resolution for a connection. The connection asks once and gets exactly what was looked at, so a name that answers
 * differently the second time (DNS rebinding) is never asked a second time. One address that may not be reached spoils the name:
 * which one a connection would pick is up to chance.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { HttpFailure } from '../http-failure.ts';
import { mayConnect, type Reach } from './reach-rules.ts';

/** All addresses of a name. A port, so that tests can answer. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface LookupParts {
  readonly resolve?: Resolve | undefined;
  /** Where an address that was looked at is really dialled. For tests, whose servers are all on loopback. */
  readonly route?: ((address: string) => string) | undefined;
}

export function checkedLookup(reach: Reach, { resolve = systemResolve, route = same }: LookupParts): LookupFunction {
  const addressesOf = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new HttpFailure('unknown host');
    if (!addresses.every((address) => mayConnect(reach, address))) throw new HttpFailure('private');
    return addresses.map(route).map((address) => ({ address, family: isIP(address) }));
  };
  const look = callbackify(addressesOf);
  return (host, options, callback) =>
    look(host, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) callback(error, '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
}

const same = (address: string) => address;

/** As every program of the machine sees it, the file of hosts included. */
async function systemResolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return [];
    throw error;
  }
}
