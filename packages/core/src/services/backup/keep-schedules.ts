/** What is scheduled for a store goes with its place, not with what is in it: a store that takes the place goes on with it. */
import type { Storage } from '../../ports/index.ts';
import { BACKUP_KIND } from './scheduled-backups.ts';

const MOST = 100;

/** How many there were; none where the old one cannot be read. */
export async function keepSchedules(from: Storage, to: Storage, at: number): Promise<number> {
  const live = { kinds: [BACKUP_KIND], states: ['queued', 'running'] as const };
  const found = await from.work.list(live, { limit: MOST }).catch(() => ({ items: [] }));
  await to.work.add(found.items, at);
  return found.items.length;
}
