import type { IdSource } from '@zapomni/core/ports';

/** UUIDs of version 7 in form, counted from one: `00000000-0000-7000-8000-000000000001`. */
export function createSequentialIds(): IdSource {
  let last = 0;
  return { next: () => `00000000-0000-7000-8000-${(++last).toString(16).padStart(12, '0')}` };
}
