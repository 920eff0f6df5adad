/** What the vault holds and what was written there last, as one process sees it while it synchronises. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Files, LeftOut, WalkedEntry } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { request, type Asker } from '../../../documents/fetch-source.ts';
import { nameKey } from '../../../mirror/note/file-name.ts';
import type { MirrorPlace } from '../../../mirror/state/mirror-place.ts';
import { readText, type TextFile } from '../../../mirror/state/read-text.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_NOTES, PAPER_VAULTS, type PaperNoteRecord } from '../../library/store/note-record.ts';
import { findNotes, type FoundNotes } from './find-notes.ts';
import { VaultNames } from './vault-names.ts';

/** Notes and what they may speak of, and nothing hidden: the marker, an editor's own folders. */
const NOTES = { include: ['*.md', '*.pdf'], exclude: ['.*'], ignoreFiles: false } as const;
const NOTE = /\.md$/i;
const PAGE = 1000;
const KEY = 8;
const MOST_STRANGERS = 100_000;

export class VaultView {
  readonly place: MirrorPlace;
  /** By the key of the paper. */
  readonly records = new Map<string, PaperNoteRecord>();
  readonly files = new Map<string, WalkedEntry>();
  readonly names = new VaultNames();
  readonly #files: Files;
  readonly #asker: Asker;
  readonly #papers = new Map<string, string>();
  /** Files that are no notes, by their names. */
  readonly #attachments = new Map<string, string>();
  readonly #leftOut = new Map<string, string>();
  #strangers: ReadonlySet<string> = new Set();
  #found: FoundNotes = { places: new Map(), copies: new Map(), hidden: new Map(), strangers: new Set() };

  constructor(files: Files, asker: Asker, place: MirrorPlace) {
    this.#files = files;
    this.#asker = asker;
    this.place = place;
  }

  async load(deps: Deps, workspace: string): Promise<void> {
    const query = { index: 'by_path', where: { vault: this.place.id }, limit: PAGE } as const;
    for await (const { value } of collection(deps, PAPER_NOTES).each(workspace, query))
      this.records.set(value.paper, value);
    const known = this.place.id === '' ? null : await collection(deps, PAPER_VAULTS).get(workspace, this.place.id);
    this.#strangers = new Set(known?.value.strangers.match(new RegExp(`.{${KEY}}`, 'gs')) ?? []);
    await this.look();
  }

  async look(): Promise<void> {
    this.files.clear();
    this.names.clear();
    this.#leftOut.clear();
    this.#attachments.clear();
    for await (const item of this.#files.walk({ path: this.place.folder }, { ...request(this.#asker), ...NOTES })) {
      if (item.kind === 'left_out' && item.reason === 'too_many')
        throw new ZapomniError('TOO_LARGE', 'The vault holds too many files.');
      if (item.kind === 'left_out') this.#leaveOut(item);
      else if (item.kind === 'file') this.put(item);
    }
    const { files, records } = this;
    const read = (entry: WalkedEntry) => this.read(entry);
    this.#found = await findNotes({ files, records, leftOut: this.#leftOut, strangers: this.#strangers, read });
    this.#papers.clear();
    for (const [paper, relative] of this.#found.places) this.#papers.set(relative, paper);
  }

  #leaveOut({ relative, reason }: LeftOut): void {
    this.#leftOut.set(relative, reason);
    this.names.add(relative);
  }

  put(entry: WalkedEntry): void {
    if (!NOTE.test(entry.relative)) {
      this.#attachments.set(nameKey(entry.relative.slice(entry.relative.lastIndexOf('/') + 1)), entry.relative);
      return;
    }
    this.files.set(entry.relative, entry);
    this.names.add(entry.relative);
  }

  /** Where the note of a paper lies, or is going to; null where it has none. */
  placeOf(paper: string): string | null {
    const { places, hidden } = this.#found;
    return places.get(paper) ?? (hidden.has(paper) ? (this.records.get(paper)?.path ?? null) : null);
  }

  /** The paper whose note lies there. */
  paperAt(relative: string): string | null {
    return this.#papers.get(relative) ?? null;
  }

  /** Where a file lies that notes speak of, by its name; null when it is not in the vault. */
  attachment(name: string): string | null {
    return this.#attachments.get(nameKey(name)) ?? null;
  }

  /** Why the note of a paper, which is there, cannot be looked at. */
  whyHidden(paper: string): string | undefined {
    return this.#found.hidden.get(paper);
  }

  /** Other files that say they are the note of a paper. */
  copiesOf(paper: string): readonly string[] {
    return this.#found.copies.get(paper) ?? [];
  }

  /** For a note that is to be made. */
  reserve(paper: string, relative: string): void {
    this.#found.places.set(paper, relative);
    this.#papers.set(relative, paper);
    this.names.add(relative);
  }

  read({ path }: Pick<WalkedEntry, 'path'>): Promise<TextFile> {
    return readText(this.#files, path, request(this.#asker));
  }

  /** What is known to be no note needs not be read the next time. */
  async keepStrangers(deps: Deps, workspace: string): Promise<void> {
    const { strangers } = this.#found;
    if (strangers.size === this.#strangers.size && strangers.isSubsetOf(this.#strangers)) return;
    const value = { strangers: [...strangers].slice(0, MOST_STRANGERS).join('') };
    await collection(deps, PAPER_VAULTS).put(workspace, this.place.id, value);
  }
}
