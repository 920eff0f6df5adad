/**
 * Finds the files and folders that a page names in backticks, and tells which of them are not there. A page that sends a
 * newcomer to a file that was moved costs more than it helps.
 */
import { lineAt } from '../source/source-text.ts';

export interface NamedPath {
  readonly name: string;
  readonly line: number;
}

/** What is written like a path: with a slash or the ending of a source file. Patterns stand for many files. */
const IN_BACKTICKS = /`([^`\s]+)`/g;
const IS_PATH = /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/;
const SOURCE = /\.(?:ts|mjs|json|md|wat|yml)$/;
const FIRST_PARTS = new Set(['packages', 'scripts', 'test', 'docs', 'evals', 'bench', 'examples', '.ci']);

export function findNamedPaths(text: string): NamedPath[] {
  return [...text.matchAll(IN_BACKTICKS)]
    .map((match) => ({ name: match[1] as string, line: lineAt(text, match.index) }))
    .filter(({ name }) => IS_PATH.test(name) && (SOURCE.test(name) || isFolder(name)));
}

function isFolder(name: string): boolean {
  return name.endsWith('/') || FIRST_PARTS.has(name.split('/')[0] as string);
}

/** A name may leave out where its package is: `services/search/` is the end of some folder's path. */
export function isThere(name: string, files: readonly string[]): boolean {
  const wanted = name.replace(/\/$/, '');
  return files.some((file) => {
    const padded = `/${file}`;
    return padded.endsWith(`/${wanted}`) || padded.includes(`/${wanted}/`);
  });
}
