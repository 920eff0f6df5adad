import type { BigIntStats } from 'node:fs';
import type { FileStat } from '@zapomni/core/ports';

/** Of a file or a folder. */
export function toFileStat(facts: BigIntStats): FileStat {
  const { dev, ino, size, mtimeNs } = facts;
  const isFolder = facts.isDirectory();
  return {
    kind: isFolder ? 'folder' : 'file',
    size: isFolder ? 0 : Number(size),
    modifiedAt: Number(facts.mtimeMs),
    version: [dev, ino, isFolder ? 0 : size, mtimeNs].map((part) => part.toString(36)).join('-'),
  };
}
