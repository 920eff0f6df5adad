import { isUtf8 } from 'node:buffer';
import { invalidField } from '@zapomni/core/errors';
import type { GitKind, GitName } from '@zapomni/core/ports';

export function toName(bytes: Buffer): GitName {
  return isUtf8(bytes) ? { path: bytes.toString() } : { path: bytes.toString(), rawPath: new Uint8Array(bytes) };
}

/** By the mode of a tree or an index. */
export function toKind(mode: string): GitKind {
  if (mode === '120000') return 'link';
  return mode === '160000' ? 'repository' : 'file';
}

/** All zeros: there is none. */
export function toObject(id: string): string | null {
  return /^0+$/u.test(id) ? null : id;
}

const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** Nothing else reaches the command line, so nothing can be taken for an option. */
export function requireObject(id: string, field: string): string {
  if (!OBJECT.test(id)) throw invalidField(field, 'has to be the whole id of a Git object');
  return id;
}

export function requirePath(path: string, field = 'path'): string {
  if (path === '' || path.includes('\0')) throw invalidField(field, 'cannot be a path');
  if (path.startsWith('/') || path.split('/').some((name) => name === '..' || name === '.'))
    throw invalidField(field, 'has to be relative to the top of the repository, without dot segments');
  return path;
}

export function requireCount(value: number, field: string): number {
  if (!Number.isSafeInteger(value) || value < 1) throw invalidField(field, 'has to be a whole number from 1');
  return value;
}
