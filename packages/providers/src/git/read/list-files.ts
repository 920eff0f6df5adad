/** The files of a work tree: Git's index, what of it is gone, and what is not ignored. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { GitFile } from '@zapomni/core/ports';
import { tokens } from '../run/tokens.ts';
import { toKind, toName } from './names.ts';

export const LIST_FILES = ['ls-files', '-z', '-t', '-s', '-c', '-d', '-o', '--exclude-standard'];

interface Entry {
  readonly tag: string;
  readonly mode: string;
  readonly id: string;
  readonly stage: string;
  readonly name: Buffer;
}

/**
 * `? name` for what is not tracked, then `H mode id stage<tab>name` for the index, each followed by the same line with `R` if
 * the file is gone. `S` is left out of a sparse work tree; a conflict has a line for each stage.
 */
export async function* readFiles(root: string, output: AsyncIterable<Buffer>): AsyncGenerator<GitFile> {
  let held: Entry | undefined;
  for await (const token of tokens(output)) {
    if (token[0] === QUESTION) {
      const file = await untracked(root, token.subarray(2));
      if (file) yield file;
      continue;
    }
    const entry = toEntry(token);
    if (held && entry.name.equals(held.name)) {
      // Of the stages of a conflict one stands for all; gone is gone.
      held = { ...held, stage: entry.stage, tag: entry.tag === 'R' ? 'R' : held.tag };
      continue;
    }
    if (held && isThere(held)) yield tracked(held);
    held = entry;
  }
  if (held && isThere(held)) yield tracked(held);
}

const QUESTION = 0x3f;

function toEntry(token: Buffer): Entry {
  const tab = token.indexOf(0x09);
  const [tag = '', mode = '', id = '', stage = ''] = token.subarray(0, tab).toString('latin1').split(' ');
  return { tag, mode, id, stage, name: token.subarray(tab + 1) };
}

const isThere = ({ tag }: Entry): boolean => tag !== 'R' && tag !== 'S';

function tracked({ mode, id, stage, name }: Entry): GitFile {
  const blob = stage === '0' ? id : null;
  return { ...toName(name), kind: toKind(mode), tracked: { blob, isExecutable: mode === '100755' } };
}

const SLASH = 0x2f;

async function untracked(root: string, bytes: Buffer): Promise<GitFile | null> {
  // A folder is told only where it is a repository of its own.
  if (bytes.at(-1) === SLASH) return { ...toName(bytes.subarray(0, -1)), kind: 'repository', tracked: null };
  const found = await lstat(Buffer.concat([Buffer.from(root + path.sep), bytes])).catch(() => null);
  return found && { ...toName(bytes), kind: found.isSymbolicLink() ? 'link' : 'file', tracked: null };
}
