/** Files of a folder that may be papers, as clients and the command line show them. */
import type { FolderFiles } from '@zapomni/core/research';

/** Why a file of a folder is not read, in words. */
export const LEFT_OUT: Readonly<Record<FolderFiles['leftOut'][number]['reason'], string>> = {
  link: 'a link; name the file itself in sources',
  special: 'no plain file',
  name: 'its name is no text',
  unreadable: 'it may not be read',
  changed: 'it changed meanwhile',
  cycle: 'it leads back to where it is',
  too_large: 'larger than a file may be (ZAPOMNI_MAX_FILE_BYTES)',
  too_deep: 'too many folders below each other',
  too_many: 'the folder has more files than are looked at',
};

const MOST_LEFT_OUT = 50;

/** What becomes of the files of a folder. */
export function toFolderFiles({ files, left, leftOut }: FolderFiles) {
  return {
    files: files.length,
    ...(left === 0 ? {} : { files_left: left }),
    ...(leftOut.length === 0
      ? {}
      : {
          left_out: leftOut
            .slice(0, MOST_LEFT_OUT)
            .map(({ relative, reason }) => ({ file: relative, reason: LEFT_OUT[reason] })),
        }),
  };
}
