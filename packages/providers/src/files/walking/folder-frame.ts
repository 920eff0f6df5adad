/** One folder on the way of a walk: open, with its names in order, its rules, and what is to be told of each name. */
import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeftOut } from '@zapomni/core/ports';
import { folderOf } from '../guard/boundary.ts';
import { FileRefused } from '../guard/file-refused.ts';
import { openFolder, type OpenFolder } from '../guard/open-folder.ts';
import { openResolved, reasonOf, resolveInside } from '../guard/open-inside.ts';
import { toPathChars } from './ignore-patterns.ts';
import { GIT_FOLDER, IGNORE_FILES, type IgnoreRules } from './ignore-rules.ts';
import { readRules } from './read-rules.ts';
import type { WalkPlan } from './walk-plan.ts';

/** So many names are looked at between two turns of the event loop. */
const BATCH = 128;
/** Names that say what is ignored, or where a repository begins. */
const DECIDES = new Set([GIT_FOLDER, ...IGNORE_FILES]);
const PLAIN = /^[\x20-\x7e]*$/;

export type Found =
  | { readonly kind: 'file'; readonly names: readonly string[]; readonly facts: BigIntStats }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | { readonly kind: 'left_out'; readonly names: readonly string[]; readonly reason: LeftOut['reason'] };

interface Name {
  readonly name: string;
  readonly isText: boolean;
}

interface FrameStart {
  /** From the top of the walk. */
  readonly names: readonly string[];
  /** Of the folders above. */
  readonly rules: IgnoreRules;
  /** Whether the patterns of `include` name the folder. */
  readonly included: boolean;
}

export class FolderFrame {
  readonly names: readonly string[];
  readonly folder: OpenFolder;
  readonly #plan: WalkPlan;
  readonly #included: boolean;
  #rules: IgnoreRules;
  /** Names in Latin-1, the next one last. */
  #waiting: string[] | undefined;
  #found: Found[] = [];

  private constructor(start: FrameStart, folder: OpenFolder, plan: WalkPlan) {
    this.names = start.names;
    this.folder = folder;
    this.#plan = plan;
    this.#included = start.included;
    this.#rules = start.rules;
  }

  static async top(plan: WalkPlan): Promise<FolderFrame> {
    const start = { names: [], rules: plan.rules, included: false };
    return new FolderFrame(start, await openFolder(plan.real, plan.folders, plan.platform), plan);
  }

  /** One of its folders. This one has been listed, or was told what to look at. */
  async below(name: string): Promise<FolderFrame> {
    const names = [...this.names, name];
    const { folders, platform, include } = this.#plan;
    const included = include?.match(toPathChars(names), true) ?? this.#included;
    const folder = await openFolder(path.join(this.folder.at, name), folders, platform);
    return new FolderFrame({ names, rules: this.#rules, included }, folder, this.#plan);
  }

  /** Lists the folder when the first one is asked for, so that who watches it by then misses nothing. */
  async next(): Promise<Found | undefined> {
    this.#waiting ??= await this.#list();
    while (this.#found.length === 0 && this.#waiting.length > 0) {
      await this.#look(this.#waiting.splice(-BATCH));
      if (this.#found.length === 0) await nextTurn();
    }
    return this.#found.pop();
  }

  /** These names alone, instead of all that are there. */
  async lookFor(names: readonly string[]): Promise<void> {
    await this.#readRules();
    this.#waiting = names.map((name) => Buffer.from(name).toString('latin1')).toReversed();
  }

  async has(name: string): Promise<boolean> {
    return lstat(path.join(this.folder.at, name)).then(
      () => true,
      () => false,
    );
  }

  /** Whether a name that is not there any more would have been told as a file. */
  ignores(name: string): boolean {
    return this.#isIgnored([...this.names, name], false);
  }

  /** Nothing more is told of it. */
  giveUp(): void {
    this.#waiting = [];
    this.#found = [];
  }

  close(): Promise<void> {
    return this.folder.close();
  }

  /** In the order of their bytes, each of which is a character of a name in Latin-1. */
  async #list(): Promise<string[]> {
    const names = await readdir(this.folder.at, { encoding: 'latin1' });
    await this.folder.confirm();
    await this.#readRules(new Set(names.filter((name) => DECIDES.has(name))));
    return names.toSorted().toReversed();
  }

  async #readRules(names?: ReadonlySet<string>): Promise<void> {
    const { ignoreFiles, folders, above } = this.#plan;
    if (!ignoreFiles) return;
    const depth = above.length + this.names.length;
    const place = { folder: this.folder, folders, depth, ...(names ? { names } : {}) };
    this.#rules = await readRules(this.#rules, place);
  }

  async #look(batch: readonly string[]): Promise<void> {
    const found = await Promise.all(batch.map((bytes) => this.#lookAt(toName(bytes))));
    await this.folder.confirm();
    this.#found = found.filter((one) => one !== undefined);
  }

  async #lookAt({ name, isText }: Name): Promise<Found | undefined> {
    const names = [...this.names, name];
    const leftOut = (reason: LeftOut['reason']): Found => ({ kind: 'left_out', names, reason });
    if (name === GIT_FOLDER) return undefined;
    if (!isText) return leftOut('name');
    try {
      const facts = await lstat(`${this.folder.at}/${name}`, { bigint: true });
      if (this.#isIgnored(names, facts.isDirectory())) return undefined;
      if (facts.isDirectory()) return this.#isExcepted(name) ? undefined : { kind: 'folder', names };
      if (facts.isFile()) return { kind: 'file', names, facts };
      return facts.isSymbolicLink() ? await this.#lookThrough(names, leftOut('link')) : leftOut('special');
    } catch (error) {
      return reasonOf(error) === 'missing' ? undefined : leftOut('unreadable');
    }
  }

  /** A link, as the plain file that it leads to if that may be read. */
  async #lookThrough(names: readonly string[], leftOut: Found): Promise<Found> {
    const { links, folders } = this.#plan;
    if (links === 'never') return leftOut;
    try {
      const target = await resolveInside(path.join(this.folder.at, names.at(-1) ?? ''), folders);
      const { handle } = await openResolved(target, folders);
      try {
        return { kind: 'file', names, facts: await handle.stat({ bigint: true }) };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof FileRefused) return leftOut;
      throw error;
    }
  }

  #isIgnored(names: readonly string[], isFolder: boolean): boolean {
    const { exclude, include, above } = this.#plan;
    const chars = toPathChars(names);
    if (exclude?.match(chars, isFolder) ?? this.#rules.ignores([...above, ...chars], isFolder)) return true;
    return !isFolder && include !== undefined && !(include.match(chars, false) ?? this.#included);
  }

  /** The store's own folder, say, below one that may be read. */
  #isExcepted(name: string): boolean {
    return folderOf(path.join(this.folder.real, name), this.#plan.folders.except) !== undefined;
  }
}

function toName(latin1: string): Name {
  if (PLAIN.test(latin1)) return { name: latin1, isText: true };
  const bytes = Buffer.from(latin1, 'latin1');
  return { name: bytes.toString('utf8'), isText: isUtf8(bytes) };
}
