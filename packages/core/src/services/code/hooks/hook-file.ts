/**
 * A hook of our own in a file of its own: it calls the hook that was there before, with the same arguments and input, and ends
 * with its status. The second line marks it and says what it was when it was written, so that what somebody changed later is
 * told from it.
 */
import { createHash } from 'node:crypto';
import { hookBody, type HookEvent, type HookProgram } from './script.ts';

export const BEFORE = '.before-zapomni';
const MARK = '# zapomni hook ';
const UNKNOWN = '0'.repeat(64);
const MADE_FOLDER = '# The folder was made for it.';

export function hookFile(event: HookEvent, program: HookProgram, { madeFolder }: { madeFolder: boolean }): string {
  const lines = [
    '#!/bin/sh',
    `${MARK}${UNKNOWN}`,
    '# Tells Zapomni what changed. `zapomni install-hooks --uninstall` removes it.',
    ...(madeFolder ? [MADE_FOLDER] : []),
    'status=0',
    `if [ -x "$0${BEFORE}" ]; then`,
    `  "$0${BEFORE}" "$@"`,
    '  status=$?',
    'fi',
    ...hookBody(event, program),
    'exit $status',
  ];
  const bytes = toBytes(`${lines.join('\n')}\n`);
  return bytes.replace(UNKNOWN, digest(bytes));
}

export type Origin = 'ours' | 'changed' | 'foreign';

export function originOf(bytes: string): Origin {
  const found = /^#!\/bin\/sh\n# zapomni hook ([0-9a-f]{64})\n/u.exec(bytes)?.[1];
  if (found === undefined) return 'foreign';
  return digest(bytes.replace(found, UNKNOWN)) === found ? 'ours' : 'changed';
}

export const madeFolder = (bytes: string): boolean => bytes.includes(`\n${MADE_FOLDER}\n`);

/** A character for each byte, as files are read. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function digest(bytes: string): string {
  return createHash('sha256').update(bytes, 'latin1').digest('hex');
}
