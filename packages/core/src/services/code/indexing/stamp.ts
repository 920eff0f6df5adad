/**
 * By what is seen that a file is as it was: the stamp that the file system gave it. One that was written while it was read, or a moment
 * before, may be written again within the same tick of the clock that stamps it; its stamp is not trusted, and the next run reads it.
 */
import type { FileStat } from '../../../ports/index.ts';
import { FACTS_VERSION, type KeptFile, type RepositoryOptions } from '../store/index.ts';
import { isWanted } from './leave-out.ts';

/** Raise it with every change that makes other units, symbols or records of the same facts. Then, and with other facts, everything is read anew. */
const INDEX_VERSION = 1;
/** Clocks of file systems tick at least as often. */
const SETTLED_MS = 2000;

const OF_THIS = `${FACTS_VERSION}.${INDEX_VERSION}:`;
const UNSETTLED = `${FACTS_VERSION}.${INDEX_VERSION}?`;

export function stampOf({ version, modifiedAt }: FileStat, readAt: number): string {
  return `${readAt - modifiedAt > SETTLED_MS ? OF_THIS : UNSETTLED}${version}`;
}

/** Whether what is kept was made by this version, whatever its stamp says. */
export function isOfThisIndex(stamp: string): boolean {
  return stamp.startsWith(OF_THIS) || stamp.startsWith(UNSETTLED);
}

/** Whether it need not be read: the stamp is the same and can be trusted, and what is wanted has not changed. */
export function isUntouched({ value }: KeptFile, stat: FileStat, { languages }: RepositoryOptions): boolean {
  if (value.state === 'stale' || value.state === 'failed' || value.stamp !== `${OF_THIS}${stat.version}`) return false;
  if (value.state === 'skipped' && value.reason !== 'language') return true;
  return isWanted(languages, value.path, value.language) === (value.reason !== 'language');
}
