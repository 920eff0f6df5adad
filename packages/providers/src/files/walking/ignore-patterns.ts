/** The lines of one ignore file, and what the last of them that fits says of a path. Git's gitignore(5) is the authority. */
import { matchesSegment, matchesWithStars, STAR, type GlobToken } from './glob-segment.ts';
import { parseGlob } from './parse-glob.ts';

/** A line more is not read: each one is tried on each path. */
const MAX_PATTERNS = 5000;

/** A name, and its characters. */
interface NameChars {
  readonly name: string;
  readonly chars: readonly string[];
}

/** A path as its names. */
export type PathChars = readonly NameChars[];

interface Pattern {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Fits a name wherever it stands. */
  readonly anywhere: boolean;
  readonly segments: readonly Segment[];
}

/** A name itself where there is nothing else in it: most have no stars, and comparing is quick. */
type Segment = string | readonly GlobToken[] | typeof FOLDERS;

/** `**`: any number of folders. */
const FOLDERS = Symbol('any folders');

export class IgnorePatterns {
  /** The last one first: it counts. */
  readonly #patterns: readonly Pattern[];

  constructor(lines: readonly string[]) {
    this.#patterns = lines
      .map(parseLine)
      .filter((pattern) => pattern !== undefined)
      .slice(0, MAX_PATTERNS)
      .toReversed();
  }

  static ofFile(text: string): IgnorePatterns {
    // The last line has its end too.
    return new IgnorePatterns(`${text.replace(/^\uFEFF/, '')}\n`.split(/\r?\n/));
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** Whether it is named, or expressly not (`!`); undefined when no line is about it. Folders above are not looked at. */
  match(path: PathChars, isFolder: boolean): boolean | undefined {
    const found = this.#patterns.find((pattern) => fits(pattern, path, isFolder));
    return found && !found.negated;
  }
}

export function toPathChars(names: readonly string[]): PathChars {
  return names.map((name) => ({ name, chars: Array.from(name) }));
}

function fits({ foldersOnly, anywhere, segments }: Pattern, path: PathChars, isFolder: boolean): boolean {
  if (foldersOnly && !isFolder) return false;
  const last = path.at(-1);
  if (anywhere) return last !== undefined && fitsName(segments[0] as Segment, last);
  return matchesWithStars(segments, path, FOLDERS, fitsName);
}

function fitsName(segment: Segment, { name, chars }: NameChars): boolean {
  if (typeof segment === 'string') return segment === name;
  return segment !== FOLDERS && matchesSegment(segment, chars);
}

function parseLine(line: string): Pattern | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const trimmed = withoutTrailingSpaces(line);
  const negated = trimmed.startsWith('!');
  const named = negated ? trimmed.slice(1) : trimmed;
  const foldersOnly = named.endsWith('/');
  const pattern = foldersOnly ? named.slice(0, -1) : named;
  const anywhere = !pattern.includes('/');
  const parsed = parseGlob(pattern.replace(/^\//, ''));
  return (
    parsed && { negated, foldersOnly, anywhere, segments: (anywhere ? parsed : withFolders(parsed)).map(toSegment) }
  );
}

/** At the end, `**` is what is in a folder and not the folder itself: at least one name. */
function withFolders(segments: readonly (readonly GlobToken[])[]): Segment[] {
  const marked = segments.map((tokens): Segment => (isManyStars(tokens) ? FOLDERS : tokens));
  return marked.at(-1) === FOLDERS ? [...marked, [STAR]] : marked;
}

function toSegment(segment: Segment): Segment {
  if (typeof segment === 'string' || segment === FOLDERS) return segment;
  return segment.every((token) => typeof token === 'string') ? segment.join('') : segment;
}

function isManyStars(tokens: readonly GlobToken[]): boolean {
  return tokens.length >= 2 && tokens.every((token) => token === STAR);
}

/** One that is escaped stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  for (let at = 0, spaces = -1; at < line.length; at += 1) {
    if (line[at] === ' ') {
      if (spaces === -1) spaces = at;
    } else {
      spaces = -1;
      if (line[at] === '\\') at += 1;
    }
    end = spaces === -1 ? line.length : spaces;
  }
  return line.slice(0, end);
}
