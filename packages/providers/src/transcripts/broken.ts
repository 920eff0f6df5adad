/** What the system or a reader says of a file, in few words and without its contents; what is our own fault stays an error. */
import path from 'node:path';
import type { TranscriptFile } from '@zapomni/core/ports';
import { BrokenJson } from '../streams/json-elements.ts';
import { BrokenZip } from './zip-members.ts';

export const fileNameOf = ({ path: file }: TranscriptFile): string => path.basename(file);

export function reasonOf(error: unknown): string {
  if (error instanceof BrokenJson || error instanceof BrokenZip) return error.message;
  if (!(error instanceof Error) || !('code' in error)) throw error;
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8';
  if (error.code === 'ERR_SQLITE_ERROR') return 'is a database that cannot be read';
  if (String(error.code).startsWith('Z_')) return 'is a zip archive that cannot be unpacked';
  if ('syscall' in error) return 'cannot be read';
  throw error;
}
