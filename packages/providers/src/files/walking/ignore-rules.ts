/**
 * What is ignored in a folder: its own ignore files, and those of the folders above it. Each folder that has any adds a
 * link to the chain:
 *
 *   src/lib/.gitignore → src/.ignore → .gitignore, .git/info/exclude (a repository: Git's rules end here) → …
 *
 * Of two kinds of file the stronger counts whatever folder it lies in, of two of one kind the one that lies deeper.
 */
import { IgnorePatterns, type PathChars } from './ignore-patterns.ts';

/** From weak to strong. Git's own rules do not reach into a repository from outside. */
const KINDS = [
  { file: '.git/info/exclude', ofGit: true },
  { file: '.gitignore', ofGit: true },
  { file: '.ignore', ofGit: false },
  { file: '.zapomniignore', ofGit: false },
] as const;

const STRONGEST_FIRST = KINDS.toReversed();

export const GIT_FOLDER = '.git';
export const GIT_EXCLUDE = KINDS[0].file;
/** Names in a folder that change what is ignored there. */
export const IGNORE_FILES: readonly string[] = KINDS.slice(1).map(({ file }) => file);

export class IgnoreRules {
  readonly #above: IgnoreRules | undefined;
  /** From where paths are given to here, in names. */
  readonly #depth: number;
  readonly #patterns: ReadonlyMap<string, IgnorePatterns>;
  readonly #isRepository: boolean;

  private constructor(
    above: IgnoreRules | undefined,
    depth: number,
    own: { readonly patterns: ReadonlyMap<string, IgnorePatterns>; readonly isRepository: boolean },
  ) {
    this.#above = above;
    this.#depth = depth;
    this.#patterns = own.patterns;
    this.#isRepository = own.isRepository;
  }

  static readonly none = new IgnoreRules(undefined, 0, { patterns: new Map(), isRepository: false });

  /** With those of a folder that lies `depth` names below where paths begin. `files`: texts of ignore files by their name. */
  below(depth: number, files: ReadonlyMap<string, string>, isRepository: boolean): IgnoreRules {
    const patterns = new Map<string, IgnorePatterns>();
    for (const [name, text] of files) {
      const parsed = IgnorePatterns.ofFile(text);
      if (!parsed.isEmpty) patterns.set(name, parsed);
    }
    if (patterns.size === 0 && !isRepository) return this;
    return new IgnoreRules(this, depth, { patterns, isRepository });
  }

  /** `path`: from where paths begin. Whether a folder above it is ignored is that folder's matter. */
  ignores(path: PathChars, isFolder: boolean): boolean {
    for (const { file, ofGit } of STRONGEST_FIRST) {
      const found = this.#verdict(file, ofGit, path, isFolder);
      if (found !== undefined) return found;
    }
    return false;
  }

  #verdict(file: string, ofGit: boolean, path: PathChars, isFolder: boolean): boolean | undefined {
    const own = this.#patterns.get(file)?.match(path.slice(this.#depth), isFolder);
    if (own !== undefined || (ofGit && this.#isRepository)) return own;
    return this.#above && this.#above.#verdict(file, ofGit, path, isFolder);
  }
}
