/** A feature as small as one can be: pages to read later, each with a memory by which it is found. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { App, Deps } from '@zapomni/core';
import { collection, defineCollection } from '@zapomni/core/records';

const BOOKMARKS = defineCollection({
  name: 'bookmarks',
  schema: z.strictObject({
    url: z.url(),
    title: z.string().min(1),
    status: z.enum(['unread', 'read']),
    addedAt: z.number(),
    tags: z.array(z.string()),
    snapshot: z.string().nullable(),
  }),
  indexes: {
    by_url: { fields: ['url'], unique: true },
    by_status: ['status', 'addedAt'],
    by_tag: ['tags', 'title'],
  },
  parent: 'memory',
  blobs: ['snapshot'],
});

export interface NewBookmark {
  readonly url: string;
  readonly title: string;
  readonly tags?: readonly string[];
  /** Hash of the blob that holds the page as it was. */
  readonly snapshot?: string | null;
}

export function createBookmarks(deps: Pick<Deps, 'storage' | 'clock'>, app: Pick<App, 'memories'>) {
  const bookmarks = collection(deps, BOOKMARKS);
  const keyOf = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 32);
  return {
    ...bookmarks,
    keyOf,
    /** The memory and the bookmark are there together, or neither is. The id of the memory. */
    async add(workspace: string, { url, title, tags = [], snapshot = null }: NewBookmark): Promise<string> {
      const value = { url, title, status: 'unread' as const, addedAt: deps.clock.now(), tags: [...tags], snapshot };
      const { memories } = await app.memories.add({
        workspace,
        drafts: [{ text: title, source: url, tags }],
        batch: false,
        records: ([memory]) => [bookmarks.writeFor(keyOf(url), value, { parent: memory?.id ?? null, ifVersion: 0 })],
      });
      return memories[0]?.id ?? '';
    },
    /** Done once, however many try. */
    async markRead(workspace: string, url: string): Promise<boolean> {
      const kept = await bookmarks.get(workspace, keyOf(url));
      if (kept?.value.status !== 'unread') return false;
      const { value, version: ifVersion, parent } = kept;
      await bookmarks.put(workspace, keyOf(url), { ...value, status: 'read' }, { parent, ifVersion });
      return true;
    },
  };
}
