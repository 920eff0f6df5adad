/** The file that `config_file` names: the same names as in the environment, one `NAME=value` a line, `#` for comments. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ZapomniError } from '@zapomni/core/errors';
import { closest } from '../arguments/closest.ts';
import { SETTINGS } from '../generated/help.ts';

/** INVALID_CONFIG when the file cannot be read or names a setting that does not exist; names of other programs may stand in it. */
export function readSettingsFile(file: string): Record<string, string | undefined> {
  const values = parseEnv(readText(file));
  const known = SETTINGS.map(({ env }) => env).filter((name) => name !== 'ZAPOMNI_CONFIG_FILE');
  const stray = Object.keys(values).find((name) => name.startsWith('ZAPOMNI_') && !known.includes(name));
  if (stray === undefined) return values;
  const near = closest(stray, known);
  throw new ZapomniError('INVALID_CONFIG', `${stray.slice(0, 60)}: there is no such setting for a settings file.`, {
    hint: near ? `Did you mean ${near}?` : '`zapomni help settings` lists what there is.',
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ZapomniError('INVALID_CONFIG', `ZAPOMNI_CONFIG_FILE: the file cannot be read (${code}).`, {
      cause: error,
    });
  }
}
