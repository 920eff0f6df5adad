/** A vault in a folder of its own and a library beside it, changed from both sides by hand. */
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
import { collection } from '@zapomni/core/records';
import type { NotesReport, NotesRequest, PaperRecord } from '@zapomni/core/research';
import { PAPER_REFERENCES, PAPERS } from '@zapomni/core/research-records';
import { openTestDeps } from '../deps.ts';
import { openTestVault } from './open-vault.ts';
import { paperRecord } from './paper.ts';

const WORKSPACE = 'default';

interface Cited {
  readonly cited: string | null;
  readonly raw: string;
  readonly marker?: string;
}

export class NotesGround {
  /** Holds the vault and nothing else. */
  readonly base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-vault-')));
  readonly vault = path.join(this.base, 'vault');
  deps: Deps;
  app: App;
  readonly #test: ReturnType<typeof openTestDeps>;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.vault);
    this.#test = openTestDeps({ settings: { graph: 'off', ...settings } });
    this.deps = { ...this.#test.deps, ...openTestVault(this.vault) };
    this.app = createApp(this.deps);
  }

  /** By a process that has other settings. */
  reopen(settings: Readonly<Partial<Deps['config']>>): void {
    this.deps = { ...this.deps, config: { ...this.deps.config, ...settings } };
    this.app = createApp(this.deps);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#test.close();
    rmSync(this.base, { recursive: true, force: true });
  }

  get clock() {
    return this.#test.clock;
  }

  get papers() {
    return collection(this.deps, PAPERS);
  }

  put(key: string, given: Parameters<typeof paperRecord>[0] = {}): Promise<number> {
    return this.papers.put(WORKSPACE, key, paperRecord({ citekey: key, ...given }));
  }

  async change(key: string, changes: Partial<PaperRecord>): Promise<void> {
    const kept = await this.papers.get(WORKSPACE, key);
    if (kept) await this.papers.put(WORKSPACE, key, { ...kept.value, ...changes });
  }

  /** What a paper cites, in the order of its list. */
  async cite(key: string, list: readonly Cited[]): Promise<void> {
    const references = list.map(({ cited, raw, marker = null }, i) => ({
      n: i + 1,
      marker,
      raw,
      item: null,
      cited,
      confidence: 1,
      method: 'id' as const,
      source: 'file',
    }));
    const cited = list.flatMap((one) => one.cited ?? []);
    const value = { paper: key, part: 0, cited, references };
    await collection(this.deps, PAPER_REFERENCES).put(WORKSPACE, `${key}.0`, value, { parent: key });
  }

  sync(more: Partial<NotesRequest> = {}): Promise<NotesReport> {
    return this.app.research.notes.sync({ workspace: WORKSPACE, client: 'test', ...more });
  }

  at(name: string): string {
    return path.join(this.vault, name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  edit(name: string, from: string | RegExp, to: string): void {
    this.write(name, this.read(name).replace(from, to));
  }

  move(from: string, to: string): void {
    mkdirSync(path.dirname(this.at(to)), { recursive: true });
    renameSync(this.at(from), this.at(to));
  }

  /** What is not hidden, from the vault. */
  names(): string[] {
    return readdirSync(this.vault)
      .filter((name) => !name.startsWith('.'))
      .sort();
  }
}

/** A book of this title. */
export function titled(title: string, abstract?: string) {
  const item = { type: 'book' as const, title, contributors: [], identifiers: [] };
  return { item: abstract === undefined ? item : { ...item, abstract } };
}
