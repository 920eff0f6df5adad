/** A store, an application and a folder, for tests of the mirror. */
import {
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
import type { MirrorReport, MirrorRequest } from '@zapomni/core/mirror';
import { createLocalFolderWriter } from '@zapomni/providers/files';
import { openTestDeps, type TestDeps } from '../deps.ts';
import { createRecordingLogger } from '../fakes/index.ts';
import { openTestFiles } from '../files.ts';

export const WORKSPACE = 'default';
const WEEK = 7 * 86_400_000;

export class MirrorGround {
  readonly folder: string;
  readonly test: TestDeps;
  readonly #base: string;
  app: App;

  constructor(change: Partial<Deps> = {}, settings: Readonly<Record<string, string>> = {}) {
    this.#base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-mirror-')));
    this.folder = path.join(this.#base, 'notes');
    const files = openTestFiles({ roots: [this.folder], logger: createRecordingLogger() });
    this.test = openTestDeps({ files, settings: { graph: 'off', ...settings } });
    this.app = this.open(change);
  }

  /** Another application on the same store and folder. */
  open(change: Partial<Deps> = {}): App {
    const folders = createLocalFolderWriter({ except: [this.test.dataDir], logger: createRecordingLogger() });
    this.app = createApp({ ...this.test.deps, folders, ...change });
    return this.app;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.test.close();
    rmSync(this.#base, { recursive: true, force: true });
  }

  request(change: Partial<MirrorRequest> = {}): MirrorRequest {
    return { workspace: WORKSPACE, folder: this.folder, client: 'test', graceMs: WEEK, ...change };
  }

  sync(change: Partial<MirrorRequest> = {}): Promise<MirrorReport> {
    return this.app.mirror.sync(this.request(change));
  }

  async add(text: string, more: { tags?: string[]; source?: string; metadata?: Record<string, string> } = {}) {
    const drafts = [{ text, ...more }];
    const { memories } = await this.app.memories.add({
      workspace: WORKSPACE,
      drafts,
      batch: false,
      allowDuplicate: true,
    });
    return memories[0]?.id ?? '';
  }

  get(id: string) {
    return this.app.memories.get(WORKSPACE, id);
  }

  async history(id: string): Promise<string[]> {
    return (await this.app.memories.history(WORKSPACE, id)).map(({ text }) => text);
  }

  async all() {
    return (await this.app.memories.list({ workspace: WORKSPACE, limit: 500 })).items;
  }

  /** Notes, not what is hidden. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'))
      .sort();
  }

  /** The only note, or the one whose name begins so. */
  file(beginning = ''): string {
    const found = this.files().filter((name) => name.startsWith(beginning));
    if (found.length !== 1) throw new Error(`There are ${found.length} notes ${beginning}: ${found.join(', ')}`);
    return found[0] as string;
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  write(name: string, content: string): void {
    mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
    writeFileSync(path.join(this.folder, name), content);
  }

  edit(name: string, from: string, to: string): void {
    const content = this.read(name);
    if (!content.includes(from)) throw new Error(`${name} does not say ${from}`);
    this.write(name, content.replace(from, to));
  }

  rename(from: string, to: string): void {
    mkdirSync(path.dirname(path.join(this.folder, to)), { recursive: true });
    renameSync(path.join(this.folder, from), path.join(this.folder, to));
  }

  remove(name: string): void {
    rmSync(path.join(this.folder, name));
  }
}
