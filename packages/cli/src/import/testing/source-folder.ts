/** Files as other programs write them, made for a test, and the proof that nobody touched them. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SourceFolder {
  readonly root: string;
  /** Writes a text, or a value as JSON; gives its path. */
  write(name: string, content: string | object): string;
  lines(name: string, ...lines: readonly (string | object)[]): string;
  database(name: string, fill: (database: DatabaseSync) => void): string;
  /** Of every file: its name, its bytes and when it was written. Who reads a database stands in its `-shm`, which is no data. */
  fingerprint(): string;
}

export function sourceFolder(root: string): SourceFolder {
  const place = (name: string): string => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };
  const write = (name: string, content: string | object): string => {
    const file = place(name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  };
  return {
    root,
    write,
    lines: (name, ...lines) =>
      write(name, `${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`),
    database(name, fill) {
      const file = place(name);
      const database = new DatabaseSync(file);
      fill(database);
      database.close();
      return file;
    },
    fingerprint() {
      const hash = createHash('sha256');
      for (const name of globSync('**/*', { cwd: root, exclude: ['**/*-shm'] }).toSorted()) {
        const file = path.join(root, name);
        const stat = statSync(file);
        hash.update(`${name} ${stat.size} ${stat.isFile() ? stat.mtimeMs : ''}\n`);
        if (stat.isFile()) hash.update(readFileSync(file));
      }
      return hash.digest('hex');
    },
  };
}
