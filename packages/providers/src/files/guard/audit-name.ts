import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LogFields } from '@zapomni/core/ports';
import { folderOf } from './boundary.ts';

/** Below a root: the path from there. Elsewhere a fingerprint, which tells attempts apart and nothing more. */
export function auditName(named: string, target: string | undefined, roots: readonly string[]): LogFields {
  const root = target === undefined ? undefined : folderOf(target, roots);
  if (target !== undefined && root !== undefined) {
    return { root: roots.indexOf(root), path: path.relative(root, target) };
  }
  return { path_hash: createHash('sha256').update(named).digest('hex').slice(0, 16) };
}
