import type { HookReport } from '@zapomni/core/hooks';

/** How a repository tells of changes, or no longer does. */
export function toHookReport({ root, way, changed, kept, advice }: HookReport) {
  return { repository: root, way, changed, kept: [...kept], ...(advice === null ? {} : { advice }) };
}
