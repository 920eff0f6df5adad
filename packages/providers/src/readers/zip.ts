/** Zip archives: each member is read as a file of its own, of whatever format, or refused on its own. */
import { ZapomniError } from '@zapomni/core/errors';
import type { DocumentMember, ReadDocument } from '@zapomni/core/ports';
import { TextBuilder } from './text-builder.ts';
import { unreadable, type ReadContext } from './reading.ts';
import type { ZipEntry } from './zip/directory.ts';
import { ZipFile } from './zip/zip-file.ts';

/** What systems put beside files, and nobody wrote. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/u;

export async function read(bytes: Uint8Array, context: ReadContext): Promise<ReadDocument> {
  const zip = new ZipFile(bytes, context.budget);
  const entries = zip.entries.filter(({ name }) => !LITTER.test(name));
  if (entries.length === 0) throw unreadable('The zip archive is empty.');
  const members: DocumentMember[] = [];
  for (const entry of entries) members.push(await readMember(zip, entry, context));
  return new TextBuilder(context).document({ members });
}

async function readMember(zip: ZipFile, entry: ZipEntry, context: ReadContext): Promise<DocumentMember> {
  const name = entry.name || 'unnamed';
  try {
    return await context.readMember({ name, bytes: zip.unpack(entry) });
  } catch (error) {
    if (!(error instanceof ZapomniError)) throw error;
    return { name, error: { code: error.code, message: error.message } };
  }
}
