/**
 * The briefs that are left for hooks which find no server: of every project whose hooks have asked, and made anew when its
 * memories change. They hold texts of memories, so that none may outlive what it was made of.
 */
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { ChangeKind } from '@zapomni/core/model';
import { BRIEF_FOLDER, briefFile, briefText } from '../hook/brief-file.ts';

const MOST_PROJECTS = 200;
/** Changes come in bursts. */
const SETTLE_MS = 1000;
const TAKEN_AWAY: readonly ChangeKind[] = [
  'memory.changed',
  'memory.removed',
  'workspace.cleared',
  'workspace.removed',
];

export class BriefFiles {
  readonly #app: App;
  readonly #dataDir: string;
  /** Folders of this life of the server. */
  readonly #kept = new Map<string | null, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App, dataDir: string) {
    this.#app = app;
    this.#dataDir = dataDir;
    app.events.subscribe(() => this.#soon(), { kinds: ['memory.added', ...TAKEN_AWAY] });
    void dropDrafts(path.join(dataDir, BRIEF_FOLDER)).catch(() => undefined);
  }

  /** From now on the project of the folder has a brief. */
  async keep(folder: string): Promise<void> {
    const root = (await this.#app.recall.project(folder))?.root ?? null;
    if (this.#kept.has(root) && (await exists(briefFile(this.#dataDir, root)))) return;
    this.#kept.set(root, folder);
    this.#soon();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#writeAll().catch(() => undefined);
    }, SETTLE_MS).unref();
  }

  async #writeAll(): Promise<void> {
    for (const [root, folder] of this.#kept) {
      const { text } = await this.#app.recall.brief({ event: 'start', folder });
      await writeWhole(briefFile(this.#dataDir, root), briefText(root, text));
    }
    await forgetOldest(path.join(this.#dataDir, BRIEF_FOLDER));
  }
}

/**
 * A process that takes memories away takes the briefs with them, which may say what is gone; a server that runs makes them
 * anew. Watches this process's own changes alone.
 */
export function dropBriefs(app: App, dataDir: string): void {
  const folder = path.join(dataDir, BRIEF_FOLDER);
  const drop = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  app.events.subscribe(drop, { kinds: TAKEN_AWAY, others: false });
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** Of servers that were killed while they wrote: this one is alone in its folder. */
async function dropDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
  await Promise.all(drafts.map((name) => rm(path.join(folder, name), { force: true })));
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MOST_PROJECTS) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ file: path.join(folder, name), at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const old = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - MOST_PROJECTS);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
