/** What the vault holds and what was written there last, as one process sees it while it synchronises. */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { Files, WalkedEntry } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { request, type Asker } from '../../../documents/fetch-source.ts';
import { nameKey } from '../../../mirror/note/file-name.ts';
import type { MirrorPlace } from '../../../mirror/state/mirror-place.ts';
import { readText, type TextFile } from '../../../mirror/state/read-text.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_NOTES, type PaperNoteRecord } from '../../library/store/note-record.ts';
import { readKeys, splitNote } from '../note/front-matter.ts';
import { ID_KEY } from '../note/owned-keys.ts';

/** Notes, and nothing hidden: the marker, an editor's own folders. */
const NOTES = { include: ['*.md'], exclude: ['.*'], ignoreFiles: false } as const;
const PAGE = 1000;
const BEGINNING = 20_000;

export class VaultView {
  readonly place: MirrorPlace;
  /** By the key of the paper. */
  readonly records = new Map<string, PaperNoteRecord>();
  readonly files = new Map<string, WalkedEntry>();
  readonly #names = new Set<string>();
  readonly #files: Files;
  readonly #asker: Asker;
  /** Of files that say it; read when a note is not where it was. */
  #owners: Map<string, string> | undefined;

  constructor(files: Files, asker: Asker, place: MirrorPlace) {
    this.#files = files;
    this.#asker = asker;
    this.place = place;
  }

  async load(deps: Deps, workspace: string): Promise<void> {
    const notes = collection(deps, PAPER_NOTES);
    const query = { index: 'by_path', where: { vault: this.place.id }, limit: PAGE } as const;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await notes.list(workspace, cursor === undefined ? query : { ...query, cursor });
      for (const { value } of page.items) this.records.set(value.paper, value);
      cursor = page.next;
    }
    await this.look();
  }

  async look(): Promise<void> {
    this.files.clear();
    this.#names.clear();
    this.#owners = undefined;
    for await (const item of this.#files.walk({ path: this.place.folder }, { ...request(this.#asker), ...NOTES })) {
      if (item.kind === 'left_out' && item.reason === 'too_many')
        throw new ZapomniError('TOO_LARGE', 'vault: it holds too many files.');
      if (item.kind !== 'file') this.#names.add(nameKey(item.relative));
      else this.put(item);
    }
  }

  put(entry: WalkedEntry): void {
    this.files.set(entry.relative, entry);
    this.#names.add(nameKey(entry.relative));
  }

  /** Also of what is there and cannot be read. */
  isTaken(key: string): boolean {
    return this.#names.has(key);
  }

  reserve(relative: string): void {
    this.#names.add(nameKey(relative));
  }

  read({ path }: Pick<WalkedEntry, 'path'>): Promise<TextFile> {
    return readText(this.#files, path, request(this.#asker));
  }

  /** Where the note of a paper lies that is not where it was; undefined when it is nowhere. */
  async find(paper: string): Promise<WalkedEntry | undefined> {
    this.#owners ??= await this.#readOwners();
    const relative = this.#owners.get(paper);
    return relative === undefined ? undefined : this.files.get(relative);
  }

  /** Of all files that are no note we know of. */
  async #readOwners(): Promise<Map<string, string>> {
    const known = new Set([...this.records.values()].map(({ path }) => path));
    const owners = new Map<string, string>();
    for (const entry of this.files.values()) {
      if (known.has(entry.relative)) continue;
      const id = await this.#idOf(entry);
      if (id !== null && !owners.has(id)) owners.set(id, entry.relative);
    }
    return owners;
  }

  async #idOf(entry: WalkedEntry): Promise<string | null> {
    try {
      return idIn((await this.read(entry)).text);
    } catch (error) {
      if (toZapomniError(error).code === 'CANCELLED') throw error;
      return null;
    }
  }
}

/** Of the paper that a note says it is of. */
export function idIn(text: string): string | null {
  if (!text.slice(0, BEGINNING).includes(ID_KEY)) return null;
  const head = splitNote(text);
  const id = head ? readKeys(head.source)?.get(ID_KEY) : undefined;
  return typeof id === 'string' ? id : null;
}
