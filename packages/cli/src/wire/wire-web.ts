/** The way out to the network, as the settings allow it. Nothing of it is loaded before somebody asks for something. */
import path from 'node:path';
import { listed, searchHosts, sourceHosts, type Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger, Web } from '@zapomni/core/ports';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { systemClock } from '@zapomni/providers';

const HOMEPAGE = 'https://github.com/zapomni/zapomni';
export const WEB_CACHE_FOLDER = 'web-cache';
const MB = 1_000_000;

export function wireWeb(config: Config, logger: Logger): Web {
  let opened: Promise<Web> | undefined;
  let isClosed = false;
  return {
    isOff: allowedHosts(config).length === 0,
    async fetch(request) {
      if (isClosed) throw new ZapomniError('CANCELLED', 'The request to the network was cancelled.');
      opened ??= openWeb(config, logger);
      return (await opened).fetch(request);
    },
    async close() {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}

/** As the user wrote them, and those that sources of papers and engines of search bring with them; none when the network is off. */
export function allowedHosts(config: Config): string[] {
  const { hosts, privateHosts } = reachable(config);
  return [...hosts, ...privateHosts];
}

/** By what they may be: public ones, and those that may lie inside. */
export function reachable(config: Config): { hosts: string[]; privateHosts: string[] } {
  const brought = [sourceHosts(config), searchHosts(config)];
  return {
    hosts: [...new Set([...listed(config.web_hosts), ...brought.flatMap(({ hosts }) => hosts)])],
    privateHosts: [
      ...new Set([...listed(config.web_private_hosts), ...brought.flatMap(({ privateHosts }) => privateHosts)]),
    ],
  };
}

async function openWeb(config: Config, logger: Logger): Promise<Web> {
  const { createWeb } = await import('@zapomni/providers/web');
  const maxBytes = config.web_cache_mb * MB;
  return createWeb({
    ...reachable(config),
    userAgent: userAgent(config.web_contact),
    cache: maxBytes === 0 ? undefined : { folder: path.join(config.data_dir, WEB_CACHE_FOLDER), maxBytes },
    clock: systemClock,
    logger,
  });
}

/** Who asks, and whom to write to. */
export function userAgent(contact: string | undefined): string {
  return `${SERVER_INFO.name}/${SERVER_INFO.version} (+${HOMEPAGE}${contact === undefined ? '' : `; mailto:${contact}`})`;
}
