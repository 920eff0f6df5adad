/** What a zip archive is the package of, by what is in it. */
import type { Sample } from '../sample.ts';
import { readDirectory } from './directory.ts';

export type ZipKind = 'docx' | 'pptx' | 'xlsx' | 'odt' | 'ods' | 'odp' | 'epub' | 'zip';

const MIME_TYPES: readonly (readonly [ZipKind, string])[] = [
  ['epub', 'application/epub+zip'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
];
const MEMBERS: readonly (readonly [ZipKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['pptx', 'ppt/presentation.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['epub', 'META-INF/container.xml'],
];
const known = new WeakMap<Uint8Array, ZipKind>();

/** Null if it is no zip archive. One whose list of contents is broken is a zip archive, and the reader says what is wrong. */
export function zipKind(sample: Sample): ZipKind | null {
  if (!sample.has('PK\x03\x04') && !sample.has('PK\x05\x06')) return null;
  const before = known.get(sample.bytes);
  if (before) return before;
  const kind = byMimeType(sample) ?? byMembers(sample.bytes);
  known.set(sample.bytes, kind);
  return kind;
}

/** Those packages begin with a member `mimetype` that is not packed. */
function byMimeType(sample: Sample): ZipKind | undefined {
  if (!sample.has('mimetype', 30)) return undefined;
  return MIME_TYPES.find(([, type]) => sample.has(type, 38) && !sample.has('-', 38 + type.length))?.[0];
}

function byMembers(bytes: Uint8Array): ZipKind {
  try {
    const names = new Set(readDirectory(bytes).map(({ name }) => name));
    return MEMBERS.find(([, name]) => names.has(name))?.[0] ?? 'zip';
  } catch {
    return 'zip';
  }
}
