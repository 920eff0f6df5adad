/**
 * The brief that a server leaves for a project, so that a session begins informed while no server runs: its first line is
 * the folder, the rest what is to be said. Imports nothing of ours: the hook file has it too.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const BRIEF_FOLDER = path.join('run', 'briefs');
/** An older one says more of the past than of the project. */
const OLDEST_MS = 30 * 86_400_000;

/** Outside of any project there is one too. */
export function briefFile(dataDir: string, root: string | null): string {
  return path.join(dataDir, BRIEF_FOLDER, `${root === null ? 'none' : hashOf(root)}.txt`);
}

/** Empty where there is none, or only one that is of another folder or too old. */
export function readBrief(dataDir: string, root: string | null, now: number): string {
  try {
    const file = briefFile(dataDir, root);
    if (now - statSync(file).mtimeMs > OLDEST_MS) return '';
    const [folder, ...lines] = readFileSync(file, 'utf8').split('\n');
    return folder === (root ?? '') ? lines.join('\n') : '';
  } catch {
    return '';
  }
}

export const briefText = (root: string | null, text: string): string => `${root ?? ''}\n${text}`;

/** FNV-1a twice: a name for a file, not a proof; the file says whose it is. */
function hashOf(text: string): string {
  return [0x811c9dc5, 0x01234567].map((seed) => fnv(text, seed).toString(16).padStart(8, '0')).join('');
}

function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
