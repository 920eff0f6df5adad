/**
 * The engine's door. The engine itself is loaded by the first call, so that those who do not use it pay nothing for it; the
 * address is looked at before, because a wrong one is the user's to correct at start.
 */
import type { Logger, Storage } from '@zapomni/core/ports';
import { carryPorts } from '../../shared/carried-ports.ts';
import { parseStoreUrl } from './connection/store-url.ts';

export interface FalkordbStorageOptions {
  /** `falkordb://[user:password@]host:port[,host:port…][/name]`, see `parseStoreUrl`. */
  readonly url: string;
  /** For an address that names neither. */
  readonly username?: string;
  readonly password?: string;
  /** Certificates to trust, in PEM. */
  readonly ca?: string;
  readonly logger: Logger;
  /** The clock of whoever asks: the present, where a question leaves the time open. The system's if not given. */
  readonly now?: () => number;
  readonly poolSize?: number;
  readonly timeoutMs?: number;
  /** From so many vectors on an index names the candidates. */
  readonly indexFrom?: number;
  /** Of so many passages, each counted once for each of its words, it is kept in memory which words they hold. */
  readonly keptPostings?: number;
  /** How many changes others can learn of. */
  readonly keptChanges?: number;
  /** The oldest module that is taken, as it numbers itself: 41600 is 4.16.0. */
  readonly leastModule?: number;
}

/**
 * Connects to nothing yet: the first call does, and a call that could not be made is tried afresh by the next. INVALID_CONFIG
 * for an address that is none.
 */
export function openFalkordbStorage(options: FalkordbStorageOptions): Storage {
  const place = { ...credentials(options), ...parseStoreUrl(options.url) };
  let opened: Promise<Storage> | undefined;
  const open = (): Promise<Storage> =>
    (opened ??= import('./engine.ts').then(({ connectStorage }) => connectStorage(place, options)));
  return {
    ...carryPorts(async (port, method, args) => {
      const { [port]: methods } = await open();
      return (methods as unknown as Record<string, (...all: readonly unknown[]) => unknown>)[method]?.(...args);
    }),
    version: async () => (await open()).version(),
    inspect: async (deep) => (await open()).inspect(deep),
    scrub: async () => (await open()).scrub(),
    close: async () => (await open()).close(),
  };
}

function credentials({ username, password, ca }: FalkordbStorageOptions) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
  };
}
