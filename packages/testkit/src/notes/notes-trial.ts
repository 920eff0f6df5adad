/**
 * A vault and a library that are changed at random from both sides, brought together and killed in between. Every word that the user writes
 * must be found at the end: in a file, or in a memory or the history of one, unless the user threw it away.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type Deps } from '@zapomni/core';
import { collection } from '@zapomni/core/records';
import { type KeptPaper, type NotesReport, type PaperRecord } from '@zapomni/core/research';
import { PAPER_NOTES, PAPER_REFERENCES, PAPERS, readKeys, splitNote } from '@zapomni/core/research-records';
import { expect } from 'vitest';
import type { FakeClock } from '../fakes/index.ts';
import { Kill } from '../mirror/index.ts';
import { editedNote, type NoteStep } from './note-edits.ts';
import { openTestVault } from './open-vault.ts';
import { paperRecord } from './paper.ts';

const WORD = /word\d+x/g;
const STRANGER = 'My own file, which is no note of a paper.\n';

export class NotesTrial {
  readonly #deps: Deps;
  readonly #clock: FakeClock;
  readonly #workspace: string;
  readonly #base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-notes-')));
  readonly #folder = path.join(this.#base, 'vault');
  readonly #said = new Set<string>();
  readonly #removed = new Set<string>();
  /** Papers of which there was more than one note: whichever is left says what it said when it was the other. */
  readonly #copied = new Set<string>();
  #last = 0;

  constructor(deps: Deps, clock: FakeClock, workspace: string) {
    mkdirSync(this.#folder);
    this.#deps = { ...deps, ...openTestVault(this.#folder) };
    this.#clock = clock;
    this.#workspace = workspace;
  }

  async run(steps: readonly NoteStep[]): Promise<void> {
    try {
      writeFileSync(this.#at('stranger.md'), STRANGER);
      writeFileSync(path.join(this.#base, 'outside.md'), STRANGER);
      await this.#addPaper();
      await this.#addPaper();
      await this.#sync();
      for (const step of steps) await this.#do(step);
      await this.#expectAgreement();
    } finally {
      rmSync(this.#base, { recursive: true, force: true });
    }
  }

  async #do({ what, pick }: NoteStep): Promise<void> {
    this.#clock.advance(1000);
    if (what === 'sync') return void (await this.#sync());
    if (what === 'killed sync') return this.#killedSync(pick);
    if (what === 'add paper') return this.#addPaper();
    if (what.startsWith('change') || what === 'cite') return this.#changePaper(what, pick);
    const notes = this.#notes();
    const note = notes[pick % Math.max(1, notes.length)];
    if (note === undefined) return;
    if (what === 'remove note') await this.#noteRemoval(note);
    this.#changeNote(what, note, pick);
  }

  #changeNote(what: NoteStep['what'], note: string, pick: number): void {
    const text = this.#read(note);
    const next = editedNote(text, { what, pick }, { word: () => this.#say(), number: () => (this.#last += 1) });
    if (next !== null) writeFileSync(this.#at(note), next);
    if (what === 'rename note') {
      mkdirSync(this.#at('sub'), { recursive: true });
      renameSync(this.#at(note), this.#at(`sub/renamed ${(this.#last += 1)}.md`));
    }
    if (what === 'exchange names') this.#exchange(note, pick);
    if (what === 'copy note') {
      this.#copied.add(idIn(text));
      copyFileSync(this.#at(note), this.#at(`copy ${(this.#last += 1)}.md`));
    }
    if (what === 'remove note') {
      for (const word of text.match(WORD) ?? []) this.#said.delete(word);
      rmSync(this.#at(note));
    }
  }

  #exchange(note: string, pick: number): void {
    const notes = this.#notes();
    const other = notes[(pick + 1) % notes.length] ?? note;
    if (other === note) return;
    renameSync(this.#at(note), this.#at('between'));
    renameSync(this.#at(other), this.#at(note));
    renameSync(this.#at('between'), this.#at(other));
  }

  /** One that was seen there is not made again. */
  async #noteRemoval(note: string): Promise<void> {
    const { items } = await collection(this.#deps, PAPER_NOTES).list(this.#workspace, { limit: 500 });
    if (items.some(({ value }) => value.path === note && value.seen !== null)) this.#removed.add(note);
  }

  async #changePaper(what: NoteStep['what'], pick: number): Promise<void> {
    const all = await this.#papers();
    const paper = all[pick % all.length];
    if (!paper) return;
    if (what === 'cite') return this.#cite(paper, all, pick);
    const { item, tags } = paper.value;
    const changes: Partial<PaperRecord> =
      what === 'change abstract'
        ? { item: { ...item, abstract: `Abstract ${(this.#last += 1)}` } }
        : what === 'change title'
          ? { item: { ...item, title: `Title ${(this.#last += 1)}` } }
          : what === 'change citekey'
            ? { citekey: `new${(this.#last += 1)}` }
            : { tags: pick % 2 === 0 ? [...tags, `ours${pick}`] : tags.slice(1) };
    const value = { ...paper.value, ...changes, updated_at: this.#clock.now() };
    await collection(this.#deps, PAPERS).put(this.#workspace, paper.key, value, { ifVersion: paper.version });
  }

  /** A list of one, or of none; whoever keeps lists changes the paper with them. */
  async #cite(paper: KeptPaper, all: readonly KeptPaper[], pick: number): Promise<void> {
    const cited = all[(pick + 1) % all.length]?.key ?? paper.key;
    const raw = `Reference ${(this.#last += 1)}.`;
    const [item, marker, method, source] = [null, '[1]', 'id' as const, 'file'];
    const reference = { n: 1, marker, raw, item, cited, confidence: 1, method, source };
    const value = { paper: paper.key, part: 0, cited: [cited], references: [reference] };
    const list = collection(this.#deps, PAPER_REFERENCES).writeFor(`${paper.key}.0`, value, { parent: paper.key });
    const changed = { ...paper.value, updated_at: this.#clock.now() };
    const record = collection(this.#deps, PAPERS).writeFor(paper.key, changed);
    await this.#deps.storage.records.write(this.#workspace, [list, record], this.#clock.now());
  }

  async #addPaper(): Promise<void> {
    const n = (this.#last += 1);
    const item = {
      type: 'book' as const,
      title: `Paper ${n}`,
      abstract: `Abstract ${n}`,
      contributors: [],
      identifiers: [],
    };
    const value = paperRecord({ item, citekey: `key${n % 3}-${n}`, tags: ['a', `t${n}`], added_at: this.#clock.now() });
    await collection(this.#deps, PAPERS).put(this.#workspace, `paper-${n}`, value);
  }

  async #sync(deps = this.#deps): Promise<NotesReport> {
    const before = new Set(this.#everyFile());
    try {
      return await createApp(deps).research.notes.sync({ workspace: this.#workspace, client: 'test' });
    } finally {
      const after = new Set(this.#everyFile());
      expect(
        [...before].filter((file) => !after.has(file)),
        'files that were deleted',
      ).toEqual([]);
      for (const note of this.#removed) expect(after, 'a removed note that was made again').not.toContain(note);
    }
  }

  /** The process dies before or after a write, and writes nothing more. */
  async #killedSync(pick: number): Promise<void> {
    const kill = new Kill(1 + (pick % 13), pick % 2 === 0);
    const { storage, folders } = this.#deps;
    const deps = {
      ...this.#deps,
      storage: kill.storage(storage),
      ...(folders ? { folders: kill.writer(folders) } : {}),
    };
    await this.#sync(deps).catch((error: unknown) => {
      if (!kill.isDead) throw error;
    });
    // Its lease has to run out.
    this.#clock.advance(60_000);
  }

  async #expectAgreement(): Promise<void> {
    for (const note of this.#notes()) writeFileSync(this.#at(note), this.#read(note).replaceAll('broken: [\n', ''));
    for (let turn = 0; turn < 3; turn += 1) {
      this.#clock.advance(1000);
      await this.#sync();
    }
    const stamps = this.#everyFile().map((file) => [file, this.#read(file)]);
    const { created, updated, taken, texts, moved, skipped, problems } = await this.#sync();
    expect({ created, updated, taken, texts, moved, skipped }).toEqual({
      created: 0,
      updated: 0,
      taken: 0,
      texts: 0,
      moved: 0,
      skipped: [],
    });
    expect(this.#everyFile().map((file) => [file, this.#read(file)])).toEqual(stamps);
    expect(this.#read('stranger.md')).toBe(STRANGER);
    expect(readdirSync(this.#base).sort()).toEqual(['outside.md', 'vault']);
    const told = new Set(problems.map(({ file }) => file));
    await this.#expectNotesToSay(told);
    this.#expectLinksToLead(told);
    await this.#expectWords();
  }

  async #expectNotesToSay(broken: ReadonlySet<string>): Promise<void> {
    for (const paper of await this.#papers()) {
      const records = await collection(this.#deps, PAPER_NOTES).list(this.#workspace, {
        index: 'by_paper',
        where: { paper: paper.key },
      });
      expect(records.items).toHaveLength(1);
      const [{ value: record } = { value: null }] = records.items;
      if (!record || record.removed) continue;
      const text = this.#read(record.path);
      const keys = readKeys(splitNote(text)?.source ?? '');
      expect(((keys?.get('tags') ?? []) as string[]).toSorted()).toEqual(paper.value.tags.toSorted());
      expect(keys?.get('rating') ?? null).toBe(paper.value.rating);
      expect(keys?.get('status')).toBe(paper.value.read_state);
      if (this.#copied.has(paper.key)) continue;
      expect(keys?.get('title')).toBe(paper.value.item.title);
      // A region that was lost stays away, and one whose lines were lost is left.
      if (!broken.has(record.path) && text.includes(':begin abstract'))
        expect(text).toContain(paper.value.item.abstract);
    }
  }

  /** In what is ours and whole: the name of one file, or a path from the top or from where the note lies. */
  #expectLinksToLead(broken: ReadonlySet<string>): void {
    const files = this.#everyFile();
    const leads = (from: string, target: string): boolean =>
      files.some((one) =>
        [target, path.join(path.dirname(from), target)].some((name) => `/${one}`.endsWith(`/${name}.md`)),
      );
    const whole = files.filter((file) => !broken.has(file) && !this.#copied.has(idIn(this.#read(file))));
    const dead = whole.flatMap((file) => linksIn(this.#read(file)).filter((target) => !leads(file, target)));
    expect(dead, 'links that lead nowhere').toEqual([]);
  }

  async #expectWords(): Promise<void> {
    const inFiles = new Set(this.#everyFile().flatMap((file) => this.#read(file).match(WORD) ?? []));
    expect(
      [...this.#said].filter((word) => !inFiles.has(word)),
      'words that were lost',
    ).toEqual([]);
  }

  async #papers(): Promise<readonly KeptPaper[]> {
    return (await collection(this.#deps, PAPERS).list(this.#workspace, { limit: 500 })).items;
  }

  #say(): string {
    const word = `word${(this.#last += 1)}x`;
    this.#said.add(word);
    return word;
  }

  #at(relative: string): string {
    return path.join(this.#folder, relative);
  }

  #read(relative: string): string {
    return readFileSync(this.#at(relative), 'utf8');
  }

  #everyFile(): string[] {
    return readdirSync(this.#folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'))
      .sort();
  }

  #notes(): string[] {
    return this.#everyFile().filter((name) => name !== 'stranger.md');
  }
}

function idIn(text: string): string {
  return /^zapomni-id: (\S+)/m.exec(text)?.[1] ?? '';
}

/** Of what is ours. */
function linksIn(text: string): string[] {
  const regions = text.match(/%% zapomni:begin (references|cited-by) %%\n[^%]*%% zapomni:end \1 %%/g) ?? [];
  return regions.flatMap((region) => [...region.matchAll(/\[\[([^\]|]+)/g)].map(([, target = '']) => target));
}
