/** What the folder holds and what was last agreed on, as one process sees it while it mirrors. */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { Files, WalkedEntry, WalkItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request, type Asker } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import { nameKey } from '../note/file-name.ts';
import { readNote } from '../note/note-file.ts';
import { MIRRORED, type NoteRecord } from './mirror-record.ts';
import type { MirrorPlace } from './mirror-place.ts';
import { readText } from './read-text.ts';

/** Notes, and nothing hidden: drafts, the marker, an editor's own folders. */
export const NOTES = { include: ['*.md'], exclude: ['.*'], ignoreFiles: false } as const;
const PAGE = 1000;
const AT_ONCE = 16;

export interface SeenFile {
  /** From the folder. */
  readonly relative: string;
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  /** Of the memory that it says it is. */
  readonly id: string | null;
  /** Why nothing can be concluded from it; null when it can be read. */
  readonly problem: string | null;
  readonly isConflictCopy: boolean;
}

export class MirrorView {
  readonly files = new Map<string, SeenFile>();
  /** By the id of the memory. */
  readonly notes = new Map<string, NoteRecord>();
  readonly #names = new Map<string, number>();
  readonly #asker: Asker;
  readonly #files: Files;
  readonly place: MirrorPlace;

  constructor(deps: Deps, asker: Asker, place: MirrorPlace) {
    this.#files = filesOf(deps);
    this.#asker = asker;
    this.place = place;
  }

  /** What was agreed on, from the store. */
  async loadNotes(deps: Deps, workspace: string): Promise<void> {
    this.notes.clear();
    const query = { index: 'by_mirror', where: { mirror: this.place.id }, limit: PAGE } as const;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        deps,
        workspace,
        cursor === null ? query : { ...query, cursor },
      );
      for (const { value } of page.items) this.notes.set(value.memory, value);
      cursor = page.next;
    } while (cursor !== null);
  }

  /** All of the folder. What is as it was costs no more than a look at its stamp. */
  async lookAtAll(): Promise<void> {
    this.files.clear();
    this.#names.clear();
    const known = new Map([...this.notes.values()].map((note) => [note.file, note]));
    const unread: WalkedEntry[] = [];
    const asked = { ...request(this.#asker), ...NOTES };
    for await (const item of this.#files.walk({ path: this.place.folder }, asked)) {
      if (item.kind === 'left_out') this.#leaveOut(item);
      if (item.kind !== 'file') continue;
      const note = known.get(item.relative);
      if (note?.stamp === item.version) this.#put(unchanged(item, note));
      else unread.push(item);
    }
    for (let i = 0; i < unread.length; i += AT_ONCE)
      for (const seen of await Promise.all(unread.slice(i, i + AT_ONCE).map((item) => this.#read(item))))
        this.#put(seen);
  }

  /** At these, and what is below them where they were folders. Says which memories' files are or were among them. */
  async lookAt(relatives: Iterable<string>): Promise<Set<string>> {
    const touched = new Set<string>();
    const owners = new Map([...this.notes.values()].map(({ file, memory }) => [file, memory]));
    const note = (id: string | null | undefined) => void (id && touched.add(id));
    for (const relative of relatives) {
      const before = this.files.get(relative);
      const now = await this.#lookAtOne(relative);
      if (now && now === before) continue;
      note(owners.get(relative));
      note(before?.id);
      note(now?.id);
      if (now) this.#put(now);
      else this.forget(relative);
      if (!now) for (const below of this.#below(relative)) note(this.forget(below)?.id ?? owners.get(below));
    }
    return touched;
  }

  /** Written by this process. */
  put(file: SeenFile): void {
    this.#put(file);
  }

  forget(relative: string): SeenFile | undefined {
    const file = this.files.get(relative);
    const key = nameKey(relative);
    if (this.files.delete(relative)) this.#names.set(key, (this.#names.get(key) ?? 1) - 1);
    return file;
  }

  isTaken(key: string): boolean {
    return (this.#names.get(key) ?? 0) > 0;
  }

  /** Whether the folder in which this lies, or would lie, is known to be there. */
  hasFolderOf(relative: string): boolean {
    const folder = relative.slice(0, relative.lastIndexOf('/') + 1);
    return folder === '' || this.files.keys().some((file) => file.startsWith(folder));
  }

  pathOf(relative: string): string {
    return `${this.place.folder}/${relative}`;
  }

  #below(folder: string): string[] {
    return [...this.files.keys()].filter((relative) => relative.startsWith(`${folder}/`));
  }

  /** The very one that is known, if it is as it was. */
  async #lookAtOne(relative: string): Promise<SeenFile | undefined> {
    if (!/\.md$/i.test(relative) || /(?:^|\/)\./.test(relative)) return undefined;
    const path = this.pathOf(relative);
    try {
      const { kind, version } = await this.#files.stat({ path }, request(this.#asker));
      if (kind !== 'file') return undefined;
      const known = this.files.get(relative);
      return known?.stamp === version ? known : await this.#read({ relative, path, version });
    } catch (error) {
      if (toZapomniError(error).code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  async #read({
    relative,
    path,
    version: stamp,
  }: Pick<WalkedEntry, 'relative' | 'path' | 'version'>): Promise<SeenFile> {
    const place = { relative, path, stamp };
    try {
      const { text, hash } = await readText(this.#files, path, request(this.#asker));
      return { ...place, hash, ...judge(text) };
    } catch (error) {
      const { code, message } = toZapomniError(error);
      if (code === 'CANCELLED') throw error;
      return { ...place, hash: '', id: null, problem: message, isConflictCopy: false };
    }
  }

  #put(file: SeenFile): void {
    this.forget(file.relative);
    this.files.set(file.relative, file);
    const key = nameKey(file.relative);
    this.#names.set(key, (this.#names.get(key) ?? 0) + 1);
  }

  /** There is something, but not to be read: what lies there or below it is not gone. */
  #leaveOut({ relative, reason }: Extract<WalkItem, { kind: 'left_out' }>): void {
    if (reason === 'too_many') throw new ZapomniError('TOO_LARGE', 'folder: it holds too many files.');
    const why = `It was left out (${reason.replaceAll('_', ' ')}).`;
    const place = { stamp: '', hash: '', id: null, problem: why, isConflictCopy: false };
    const below = [...this.notes.values()].filter(({ file }) => file.startsWith(`${relative}/`));
    for (const name of new Set([relative, ...below.map(({ file }) => file)]))
      if (/\.md$/i.test(name)) this.#put({ relative: name, path: this.pathOf(name), ...place });
  }
}

function list(
  deps: Deps,
  workspace: string,
  query: { cursor?: string; limit: number; where: { mirror: string }; index: 'by_mirror' },
) {
  return collection(deps, MIRRORED).list(workspace, query);
}

function unchanged({ relative, path, version: stamp }: WalkedEntry, { hash, memory: id }: NoteRecord): SeenFile {
  return { relative, path, stamp, hash, id, problem: null, isConflictCopy: false };
}

/** Front matter that is broken still tells whose file it is, more often than not. */
function judge(text: string): Pick<SeenFile, 'id' | 'problem' | 'isConflictCopy'> {
  try {
    const note = readNote(text);
    if (note) return { id: note.id, problem: null, isConflictCopy: note.isConflictCopy };
  } catch (error) {
    return { id: idIn(text), problem: toZapomniError(error).message, isConflictCopy: false };
  }
  return { id: idIn(text), problem: 'Its front matter is no YAML that can be read.', isConflictCopy: false };
}

function idIn(text: string): string | null {
  const found = /^memory_id:[ \t]*["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/im.exec(text.slice(0, 20_000));
  return found?.[1]?.toLowerCase() ?? null;
}
