/**
 * A folder and a store that are changed at random from both sides, mirrored and killed in between. Every edit carries a word
 * of its own, which must be found at the end: in a file, in a memory, or in the history of one, unless the user threw it away.
 */
import {
  copyFileSync,
  existsSync,
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
import { createApp, type App, type Deps } from '@zapomni/core';
import type { FolderWriter } from '@zapomni/core/ports';
import { createLocalFolderWriter } from '@zapomni/providers/files';
import { createRecordingLogger, type FakeClock } from '../fakes/index.ts';
import { openTestFiles } from '../files.ts';
import { expect } from 'vitest';
import { Kill } from './kill.ts';

export const OPERATIONS = [
  'sync',
  'sync',
  'killed sync',
  'killed sync',
  'edit file',
  'edit file',
  'rewrite file',
  'edit front matter',
  'new file',
  'copy file',
  'rename file',
  'remove file',
  'add memory',
  'update memory',
  'update memory',
  'delete memory',
  'days pass',
] as const;

export interface Step {
  readonly what: (typeof OPERATIONS)[number];
  /** Which of the files or memories; after how many writes it is killed. */
  readonly pick: number;
}

const DAY = 86_400_000;
const WORD = /word\d+x/g;

export class MirrorTrial {
  readonly #deps: Deps;
  readonly #clock: FakeClock;
  readonly #workspace: string;
  readonly #base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-trial-')));
  readonly #folder = path.join(this.#base, 'notes');
  readonly #app: App;
  #last = 0;
  /** What was said and not thrown away. */
  readonly #said = new Set<string>();
  /** Memories whose file the user has removed. */
  readonly #condemned = new Set<string>();

  constructor(deps: Deps, clock: FakeClock, workspace: string) {
    const logger = createRecordingLogger();
    const files = openTestFiles({ roots: [this.#folder], logger });
    this.#deps = { ...deps, files, folders: createLocalFolderWriter({ logger }) };
    this.#app = createApp(this.#deps);
    this.#clock = clock;
    this.#workspace = workspace;
  }

  async run(steps: readonly Step[]): Promise<void> {
    try {
      await this.#sync(this.#app);
      for (const step of steps) await this.#do(step);
      await this.#expectAgreement();
    } finally {
      rmSync(this.#base, { recursive: true, force: true });
    }
  }

  async #do({ what, pick }: Step): Promise<void> {
    this.#clock.advance(1000);
    const file = pickOf(this.#notes(), pick);
    const memories = await this.#memories();
    const memory = pickOf(memories, pick);
    if (what === 'sync') return this.#sync(this.#app);
    if (what === 'killed sync') return this.#killedSync(pick);
    if (what === 'new file') return this.#write(`new ${this.#last}.md`, `A new file. ${this.#say()}\n`);
    if (what === 'days pass') return this.#clock.advance(4 * DAY);
    if (what === 'add memory') return this.#add();
    if (what === 'update memory' || what === 'delete memory') {
      if (!memory) return;
      if (what === 'update memory') return this.#update(memory.id, pick);
      this.#throwAway(await this.#wordsOf(memory.id));
      await this.#app.memories.delete(this.#workspace, [memory.id]);
      return;
    }
    if (file !== undefined) await this.#change(what, file, pick);
  }

  async #change(what: Step['what'], file: string, pick: number): Promise<void> {
    const content = this.#read(file);
    switch (what) {
      case 'edit file':
        return this.#write(file, `${content}Written here: ${this.#say()}\n`);
      case 'edit front matter':
        if (content.startsWith('---\n'))
          this.#write(file, `---\ncolour: c${pick}\n${content.slice(4).replace(/^colour: c\d+\n/m, '')}`);
        return;
      case 'rewrite file':
        this.#throwAway(await this.#unseen(file));
        return this.#write(file, content.replace(/(^---\n[\s\S]*?\n---\n)?[\s\S]*$/, `$1Anew: ${this.#say()}\n`));
      case 'copy file':
        return copyFileSync(this.#at(file), this.#at(`copy ${this.#last++}.md`));
      case 'rename file': {
        mkdirSync(this.#at('sub'), { recursive: true });
        return renameSync(this.#at(file), this.#at(`sub/renamed ${this.#last++}.md`));
      }
      case 'remove file': {
        this.#throwAway(await this.#unseen(file));
        const id = /^memory_id: "?([0-9a-f-]{36})/m.exec(content)?.[1];
        if (id !== undefined) this.#condemned.add(id);
        return rmSync(this.#at(file));
      }
      default:
        throw new Error(`${what} is no change of a file`);
    }
  }

  async #sync(app: App): Promise<void> {
    const before = new Map(
      await Promise.all((await this.#memories()).map(async ({ id }) => [id, await this.#wordsOf(id)] as const)),
    );
    try {
      await app.mirror.sync(this.#request());
    } finally {
      const after = new Set((await this.#memories()).map(({ id }) => id));
      for (const [id, words] of before) {
        if (after.has(id)) continue;
        expect(this.#condemned, 'only memories whose file was removed are deleted').toContain(id);
        this.#throwAway(words);
      }
    }
  }

  /** The process dies before or after a write, and writes nothing more. */
  async #killedSync(pick: number): Promise<void> {
    const kill = new Kill(1 + (pick % 23), pick % 2 === 0);
    const { storage, folders } = this.#deps;
    const app = createApp({
      ...this.#deps,
      storage: kill.storage(storage),
      folders: kill.writer(folders as FolderWriter),
    });
    await this.#sync(app).catch((error: unknown) => {
      if (!kill.isDead) throw error;
    });
    // Its lease has to run out.
    this.#clock.advance(60_000);
  }

  async #expectAgreement(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      this.#clock.advance(1000);
      await this.#sync(this.#app);
    }
    const report = await this.#app.mirror.sync(this.#request());
    const { written, updated, added, moved, removed, deleted, conflicts } = report;
    expect([written, updated, added, moved, removed, deleted, conflicts]).toEqual([0, 0, 0, 0, 0, 0, []]);
    const memories = await this.#memories();
    const texts = memories.map(({ text }) => text).sort();
    const skipped = new Set([...report.skipped.map(({ file }) => file), ...report.forgotten]);
    const notes = this.#notes().filter((file) => !skipped.has(file));
    const bodies = notes.map((file) =>
      this.#read(file)
        .replace(/^---\n[\s\S]*?\n---\n/, '')
        .trim(),
    );
    const gone = report.missing.length;
    expect(notes.length + gone, 'each memory has one file').toBe(memories.length);
    for (const body of bodies) expect(texts).toContain(body);
    const found = new Set([
      ...this.#everyFile().flatMap((file) => wordsIn(this.#read(file))),
      ...(await Promise.all(memories.map(({ id }) => this.#wordsOf(id)))).flat(),
    ]);
    expect(
      [...this.#said].filter((word) => !found.has(word)),
      'edits that were lost',
    ).toEqual([]);
  }

  #request() {
    return { workspace: this.#workspace, folder: this.#folder, client: 'test', graceMs: 7 * DAY };
  }

  #say(): string {
    const word = `word${(this.#last += 1)}x`;
    this.#said.add(word);
    return word;
  }

  #throwAway(words: readonly string[]): void {
    for (const word of words) this.#said.delete(word);
  }

  async #add(): Promise<void> {
    const drafts = [{ text: `A memory. ${this.#say()}`, tags: ['a'] }];
    await this.#app.memories.add({ workspace: this.#workspace, drafts, batch: false });
  }

  async #update(id: string, pick: number): Promise<void> {
    const change = pick % 3 === 0 ? { tags: [`t${pick}`] } : { text: `Changed in the store. ${this.#say()}` };
    await this.#app.memories.update({ workspace: this.#workspace, id, change });
  }

  async #memories() {
    const { items } = await this.#app.memories.list({ workspace: this.#workspace, limit: 500 });
    return this.#app.memories.many(
      this.#workspace,
      items.map(({ id }) => id),
    );
  }

  async #wordsOf(id: string): Promise<string[]> {
    const [now, before] = [
      await this.#app.memories.many(this.#workspace, [id]),
      await this.#app.memories.history(this.#workspace, id),
    ];
    return [...now, ...before].flatMap(({ text }) => wordsIn(text));
  }

  #everyFile(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'))
      .sort();
  }

  /** Without copies that were kept. */
  #notes(): string[] {
    return this.#everyFile().filter((name) => !name.includes('(conflict '));
  }

  /** What only this file says: who overwrites or removes it before anybody has seen it has thrown it away. */
  async #unseen(file: string): Promise<string[]> {
    const others = this.#everyFile().filter((other) => other !== file);
    const known = new Set([
      ...others.flatMap((other) => wordsIn(this.#read(other))),
      ...(await Promise.all((await this.#memories()).map(({ id }) => this.#wordsOf(id)))).flat(),
    ]);
    return wordsIn(this.#read(file)).filter((word) => !known.has(word));
  }

  #at(file: string): string {
    return path.join(this.#folder, file);
  }

  #read(file: string): string {
    return readFileSync(this.#at(file), 'utf8');
  }

  #write(file: string, content: string): void {
    writeFileSync(this.#at(file), content);
  }
}

function pickOf<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}
