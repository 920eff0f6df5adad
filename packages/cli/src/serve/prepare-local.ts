/** The private door through which stdio clients share this server; only a server that somebody asked for has one. */
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import type { LocalListener } from '@zapomni/server/local';
import type { Settings } from '../settings/given-settings.ts';
import { termsOf } from '../share/terms.ts';

export async function prepareLocal(
  config: Config,
  settings: Settings,
  logger: Logger,
  background: boolean,
): Promise<LocalListener | undefined> {
  const isAskedFor = config.http_port !== undefined || !config.stdio;
  if (!isAskedFor || config.share === 'never') return undefined;
  const { createLocalTransport } = await import('@zapomni/server/local');
  return createLocalTransport({
    folder: config.data_dir,
    hello: { pid: process.pid, background, terms: termsOf(settings) },
    maxRequestBytes: config.max_request_bytes,
    logger,
  });
}
