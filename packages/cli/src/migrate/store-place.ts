/**
 * Which store a command line means: `sqlite:FOLDER`, `sqlite` for the one in the data folder, an address of a FalkorDB
 * server, or `falkordb` for the one in the settings.
 */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Logger, Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { falkordbPlace } from '../settings/falkordb-place.ts';
import { hasStore } from '../session/has-store.ts';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';

export interface StorePlace {
  /** As it may be shown: without a password. */
  readonly label: string;
  /** The same for every spelling of one place. */
  readonly name: string;
  /** The data folder of an embedded store; null where a server has it. */
  readonly folder: string | null;
  /** For reading only: the store must be there, and nothing of it is changed. */
  openSource(logger: Logger): Storage;
  openTarget(logger: Logger): Storage;
}

/** `field` is what the user would correct. */
export function readPlace(text: string, field: string, config: Config): StorePlace {
  const [, engine, folder = ''] = /^(sqlite)(?::(.*))?$/s.exec(text) ?? [];
  if (engine !== undefined) return folderPlace(folder, config);
  if (/^falkordb(?:$|s?:\/\/)/.test(text)) return serverPlace({ ...config, store: text });
  throw invalidField(field, 'must be `sqlite`, `sqlite:FOLDER`, `falkordb` or `falkordb://host:port`');
}

function folderPlace(folder: string, { data_dir, busy_timeout_ms: busyTimeoutMs }: Config): StorePlace {
  const dataDir = folder === '' ? data_dir : toAbsolute(folder, thisMachine());
  const label = `sqlite:${dataDir}`;
  return {
    label,
    name: `sqlite:${realPath(dataDir)}`,
    folder: dataDir,
    openSource: (logger) => {
      if (hasStore(dataDir)) return openSqliteStorage({ dataDir, busyTimeoutMs, logger, readOnly: true });
      const hint = 'Name the folder that holds it.';
      throw new ZapomniError('NOT_FOUND', `There is no store at ${label}.`, { hint });
    },
    openTarget: (logger) => openSqliteStorage({ dataDir, busyTimeoutMs, logger }),
  };
}

/** Reads of a transfer write nothing to a server. */
function serverPlace(config: Config): StorePlace {
  const place = falkordbPlace(config);
  const label = place.url.replace(/\/\/[^@/?]*@/, '//');
  const open = (logger: Logger): Storage => openFalkordbStorage({ ...place, logger });
  return { label, name: label, folder: null, openSource: open, openTarget: open };
}

/** Of a folder that is not there yet: the real path of what is there, and the rest of its name. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}
