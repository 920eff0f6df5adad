/** The settings that name folders which clients may read: lists, separated like PATH. */
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { thisMachine, toAbsolute, type Machine } from './given-settings.ts';

const NONE = 'none';

/** Absolute paths; `~` and relative ones are resolved as for every other folder. */
export function readFolders(list: string, machine: Machine = thisMachine()): string[] {
  return entriesOf(list, machine).map((folder) => toAbsolute(folder, machine));
}

/** `client=folder`, a client as often as it has folders. INVALID_CONFIG for an entry that is not of this form. */
export function readGrants(list: string, machine: Machine = thisMachine()): Map<string, string[]> {
  const grants = new Map<string, string[]>();
  for (const entry of entriesOf(list, machine)) {
    const at = entry.indexOf('=');
    const [client, folder] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()];
    if (client === '' || folder === '') {
      throw new ZapomniError('INVALID_CONFIG', 'ZAPOMNI_FILE_GRANTS: each entry has to be client=folder.');
    }
    grants.set(client, [...(grants.get(client) ?? []), toAbsolute(folder, machine)]);
  }
  return grants;
}

function entriesOf(list: string, { platform }: Machine): string[] {
  if (list.trim() === NONE) return [];
  const { delimiter } = platform === 'win32' ? path.win32 : path.posix;
  return list
    .split(delimiter)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
