/** Which store a command line means: `sqlite:FOLDER`, or `sqlite` for the one in the data folder. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@zapomni/core/config';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type { Logger, Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { hasStore } from '../has-store.ts';
import { thisMachine, toAbsolute } from '../settings.ts';

export interface StorePlace {
  /** As it may be shown. */
  readonly label: string;
  /** The same for every spelling of one place. */
  readonly name: string;
  readonly dataDir: string;
}

/** `field` is what the user would correct. */
export function readPlace(text: string, field: string, { data_dir }: Config): StorePlace {
  const [engine = '', folder = ''] = splitAtColon(text);
  if (engine !== 'sqlite') throw invalidField(field, 'must be `sqlite` or `sqlite:FOLDER`');
  const dataDir = folder === '' ? data_dir : toAbsolute(folder, thisMachine());
  return { label: `sqlite:${dataDir}`, name: `sqlite:${realPath(dataDir)}`, dataDir };
}

function splitAtColon(text: string): [string, string] {
  const at = text.indexOf(':');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Of a folder that is not there yet: the real path of what is there, and the rest of its name. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}

/** For reading only: the store must be there, and nothing of it is changed. */
export function openSource({ dataDir, label }: StorePlace, config: Config, logger: Logger): Storage {
  if (!hasStore(dataDir)) {
    throw new ZapomniError('NOT_FOUND', `There is no store at ${label}.`, { hint: 'Name the folder that holds it.' });
  }
  return openSqliteStorage({ dataDir, busyTimeoutMs: config.busy_timeout_ms, logger, readOnly: true });
}

export function openTarget({ dataDir }: StorePlace, config: Config, logger: Logger): Storage {
  return openSqliteStorage({ dataDir, busyTimeoutMs: config.busy_timeout_ms, logger });
}
