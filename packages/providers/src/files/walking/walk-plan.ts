/** What a walk goes by: where it begins, what holds above it, and what is wanted. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { WalkOptions } from '@zapomni/core/ports';
import { admits, bothSpellings, realFolders, type Folders } from '../guard/boundary.ts';
import { FileRefused } from '../guard/file-refused.ts';
import { openFolder } from '../guard/open-folder.ts';
import { resolveInside } from '../guard/open-inside.ts';
import { IgnorePatterns, toPathChars, type PathChars } from './ignore-patterns.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { readRules } from './read-rules.ts';

const MAX_FILES = 1_000_000;
const MAX_DEPTH = 64;

export interface WalkPlan {
  /** As it was named: what is told begins with it. */
  readonly top: string;
  /** Where it lies. */
  readonly real: string;
  /** Real ones. */
  readonly folders: Folders;
  /** Names of the folders above it that count, and its own: where the paths of rules begin. */
  readonly above: PathChars;
  /** What those say. */
  readonly rules: IgnoreRules;
  readonly ignoreFiles: boolean;
  readonly include: IgnorePatterns | undefined;
  readonly exclude: IgnorePatterns | undefined;
  readonly links: 'never' | 'files';
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly maxDepth: number;
  readonly platform: NodeJS.Platform;
}

export interface WalkLimits {
  readonly maxBytes: number;
  /** Another one than this machine's, for tests. */
  readonly platform?: NodeJS.Platform | undefined;
}

/** `named`: folders as the user named them. Refused like a file that may not be read. */
export async function planWalk(
  top: string,
  named: Folders,
  options: WalkOptions,
  { maxBytes, platform = process.platform }: WalkLimits,
): Promise<WalkPlan> {
  const folders = await realFolders(named);
  if (!admits(bothSpellings(named, folders), top)) throw new FileRefused('outside');
  const real = await resolveInside(top, folders);
  if (!(await lstat(real)).isDirectory()) throw new FileRefused('no_folder');
  const { ignoreFiles = true, maxFileBytes = maxBytes } = options;
  const { above, rules } = ignoreFiles
    ? await rulesAbove(real, folders, platform)
    : { above: [], rules: IgnoreRules.none };
  return {
    top,
    real,
    folders,
    above: toPathChars(above),
    rules,
    ignoreFiles,
    include: patterns(options.include),
    exclude: patterns(options.exclude),
    links: options.links ?? 'never',
    maxFileBytes: Math.min(maxFileBytes, maxBytes),
    maxFiles: options.maxFiles ?? MAX_FILES,
    maxDepth: options.maxDepth ?? MAX_DEPTH,
    platform,
  };
}

function patterns(lines: readonly string[] | undefined): IgnorePatterns | undefined {
  return lines && new IgnorePatterns(lines);
}

/** From the highest folder that may be read down to the one above the walk. */
async function rulesAbove(
  real: string,
  folders: Folders,
  platform: NodeJS.Platform,
): Promise<{ above: string[]; rules: IgnoreRules }> {
  const chain: string[] = [];
  for (let at = path.dirname(real); admits(folders, at); at = path.dirname(at)) {
    chain.unshift(at);
    if (at === path.dirname(at)) break;
  }
  let rules = IgnoreRules.none;
  for (const [depth, place] of chain.entries()) {
    const folder = await openFolder(place, folders, platform).catch(() => undefined);
    if (!folder) continue;
    rules = await readRules(rules, { folder, folders, depth }).finally(() => folder.close());
  }
  const [highest] = chain;
  return { above: highest === undefined ? [] : path.relative(highest, real).split(path.sep), rules };
}
