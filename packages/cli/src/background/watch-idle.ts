/** The end of a server in the background: when nobody is connected, nobody has asked and nothing is under way for a while, or its folder is gone. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import type { McpBaseServer } from '@zapomni/server';
import { makeRunFolder } from '@zapomni/server/door';
import { doorFile } from '@zapomni/server/door-file';
import type { LocalListener } from '@zapomni/server/local';

const MINUTE_MS = 60_000;
const LOOK_MS = 2000;

export interface IdleWatch {
  /** Aborted when it is time to end. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** What it looks at. */
export interface Watched {
  readonly server: { getStats(): Pick<ReturnType<McpBaseServer['getStats']>, 'total_requests'> };
  readonly app: Pick<App, 'clock'> & { readonly work: Pick<App['work'], 'list'> };
  readonly local: Pick<LocalListener, 'clients'>;
  readonly config: Pick<Config, 'idle_minutes' | 'data_dir'>;
  readonly logger: Logger;
}

export function watchIdle({ server, app, local, config, logger }: Watched): IdleWatch {
  const end = new AbortController();
  const patience = config.idle_minutes * MINUTE_MS;
  const { now } = app.clock;
  let seen = { requests: -1, at: now() };
  const made = makeRunFolder(config.data_dir);
  const look = async (): Promise<void> => {
    await made;
    if (!existsSync(path.dirname(doorFile(config.data_dir)))) return leave('folder_gone');
    const requests = server.getStats().total_requests;
    const isBusy = local.clients > 0 || requests !== seen.requests;
    seen = { requests, at: isBusy ? now() : seen.at };
    if (patience === 0 || now() - seen.at < patience) return;
    if (await isWorking()) seen = { ...seen, at: now() };
    else leave('idle');
  };
  const isWorking = async (): Promise<boolean> => {
    const { items } = await app.work.list({ states: ['running'], limit: 1 });
    return items.length > 0;
  };
  const leave = (reason: string): void => {
    clearInterval(timer);
    logger.log('info', 'background_ended', { reason });
    end.abort();
  };
  const timer = setInterval(() => void look().catch(() => leave('folder_gone')), LOOK_MS);
  timer.unref();
  return { signal: end.signal, stop: () => clearInterval(timer) };
}
