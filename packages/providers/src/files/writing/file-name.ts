/** Names of files to be written, as a client gives them. Only what means the same place to everyone is let through. */
import { invalidField } from '@zapomni/core/errors';

const LONGEST_PART = 120;
const MOST_PARTS = 8;
/** Nothing begins with a dot, so that there is no `..` and nothing hidden; nothing ends with a dot or a space. */
const PART = /^[\p{L}\p{N}_(][\p{L}\p{N}\p{M}_()+@,= .-]*$/u;
const BAD_END = /[. ]$/u;
/** Windows opens these as devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/iu;

/** The parts of `folder/name.ext`. INVALID_INPUT that names `field` for anything else. */
export function toFileParts(name: string, field: string): string[] {
  const parts = name.split('/');
  if (parts.length > MOST_PARTS || !parts.every(isUsable)) {
    throw invalidField(
      field,
      'is no file name that can be used',
      'Write a plain name such as graph.json, or folder/graph.json for a folder that exists below the export folder.',
    );
  }
  return parts;
}

function isUsable(part: string): boolean {
  const isPlain = PART.test(part) && !BAD_END.test(part) && part === part.normalize('NFC');
  return isPlain && part.length <= LONGEST_PART && !DEVICE.test(part);
}
