/**
 * From a `file:` URI to an absolute path, or a refusal. Decoding happens once, and what it gives must be plain: a spelling
 * that another program, another file system or a second decoding could read as something else is refused, although the
 * check of what was really opened would catch it too.
 */
import path from 'node:path';
import type { FilePlace } from '@zapomni/core/ports';

const SCHEME = 'file:///';
/** Linux takes no longer path. */
const MAX_LENGTH = 4096;
/** Escaped separators and NUL; a query or fragment; a backslash. */
const SUSPICIOUS_RAW = /%(?:2f|5c|00)|[?#\\]/i;
/** Control characters, and those that turn the reading direction round. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Strokes that look like a separator. NFKC finds those that stand for one by definition. */
const STROKES = /[\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5\u29f8\u29f9]/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DRIVE = /^[a-z][:|]$/i;
/** Names that Windows gives to devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export type PathStyle = 'posix' | 'windows';

/** This machine's. */
export const STYLE: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';

/** `undefined` for what is refused. A path is taken as it stands: nothing in it is decoded. */
export function toTarget(place: FilePlace, style: PathStyle): string | undefined {
  if ('uri' in place) return toFilePath(place.uri, style);
  const { path: given } = place;
  const { isAbsolute, normalize } = style === 'windows' ? path.win32 : path.posix;
  const isPlain = given.length <= MAX_LENGTH && !given.includes('\0') && given.isWellFormed();
  return isPlain && isAbsolute(given) && normalize(given) === given ? given : undefined;
}

/** `undefined` for what is refused. */
export function toFilePath(uri: string, style: PathStyle): string | undefined {
  if (!uri.startsWith(SCHEME) || uri.length > MAX_LENGTH * 3 || SUSPICIOUS_RAW.test(uri)) return undefined;
  const decoded = decodeOnce(uri.slice(SCHEME.length));
  if (decoded === undefined || decoded.length > MAX_LENGTH) return undefined;
  const segments = decoded.split('/');
  if (!segments.every(isPlainSegment)) return undefined;
  return style === 'windows' ? toWindowsPath(segments) : toPosixPath(segments);
}

/** Bytes that are no UTF-8 are refused, overlong forms among them, and so is what is still escaped afterwards. */
function decodeOnce(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.isWellFormed() && !/%[0-9a-f]{2}/i.test(decoded.normalize('NFKC')) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

function isPlainSegment(segment: string): boolean {
  if (segment === '' || CONTROL.test(segment) || STROKES.test(segment)) return false;
  const bare = segment.normalize('NFKC').replaceAll(INVISIBLE, '');
  return !/[/\\]/.test(bare) && !/^[. ]*$/.test(bare);
}

function toPosixPath(segments: readonly string[]): string | undefined {
  return segments.some((segment) => DRIVE.test(segment)) ? undefined : `/${segments.join('/')}`;
}

/** `C:/folder/file`, and nothing that Windows would cut off, look up elsewhere or take for a stream. */
function toWindowsPath([drive = '', ...segments]: readonly string[]): string | undefined {
  const odd = (segment: string) => /[:*"<>|]|[. ]$/.test(segment) || DEVICE.test(segment);
  if (!/^[a-z]:$/i.test(drive) || segments.length === 0 || segments.some(odd)) return undefined;
  return path.win32.join(`${drive}\\`, ...segments);
}
