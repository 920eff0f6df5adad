import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export function put(file: string, content: string | Uint8Array): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** A text stands as it is. */
export const asLines = (...lines: readonly (string | object)[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

export function putDatabase(file: string, fill: (database: DatabaseSync) => void): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  fill(database);
  database.close();
  return file;
}
