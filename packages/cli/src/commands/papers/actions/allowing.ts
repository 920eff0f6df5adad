import path from 'node:path';
import { withDefaults, type Settings } from '../../../settings/given-settings.ts';

const LARGEST_FILE = '200000000';

/** What the user's own hand names may be read by this command, though clients may not. */
export function allowing(settings: Settings, places: readonly string[]): Settings {
  const changed = new Map(withDefaults(settings, { max_file_bytes: LARGEST_FILE }));
  const known = settings.get('file_roots');
  if (!known || places.length === 0) return changed;
  const before = known.value === undefined || known.value.trim() === 'none' ? [] : [known.value];
  return changed.set('file_roots', { ...known, value: [...before, ...new Set(places)].join(path.delimiter) });
}
