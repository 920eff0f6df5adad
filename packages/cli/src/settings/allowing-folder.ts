import path from 'node:path';
import { withDefaults, type Settings } from './given-settings.ts';

/** Whoever names a file means it, however large. */
const LARGEST_FILE = '200000000';

/** What the user's own hand names may be read by this command, though clients may not. */
export function allowingFolder(settings: Settings, folder: string): Settings {
  const changed = new Map(withDefaults(settings, { max_file_bytes: LARGEST_FILE }));
  const known = settings.get('file_roots');
  if (!known) return changed;
  const before = known.value === undefined || known.value.trim() === 'none' ? [] : [known.value];
  return changed.set('file_roots', { ...known, value: [...before, folder].join(path.delimiter) });
}
