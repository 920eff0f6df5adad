/** Connects clients and takes them off again: what stands in their files now, what would, and the change itself. */
import type { Client, Connection, Format } from './clients/client.ts';
import { connectionOf, isOurs, sameConnection } from './clients/client.ts';
import type { Place } from './clients/place.ts';
import { changeFile, dropBackup, readBackup, readText, type FileText } from './edit/config-file.ts';
import { UnusableText, valueAt, type ConfigText, type JsonObject } from './edit/config-text.ts';
import { withEntry, withoutEntry } from './edit/prove.ts';

export type Scope = 'user' | 'project';

/** A client's file, as it stands. */
export interface Standing {
  readonly client: Client;
  readonly scope: Scope;
  readonly file: string;
  /** `ours`: leads here; `other`: somebody else's of our name; `unusable`: the file is left alone, and `why` says why. */
  readonly state: 'absent' | 'ours' | 'other' | 'unusable';
  readonly connection: Connection | null;
  readonly why: string | null;
}

/** What would be written, and in which place of it. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

export function fileOf(client: Client, scope: Scope, place: Place): string | null {
  return scope === 'user' ? client.userFile(place) : client.projectFile(place);
}

export function isFound(client: Client, place: Place): boolean {
  return client.folders(place).some((folder) => place.exists(folder));
}

export async function standingOf(client: Client, scope: Scope, place: Place): Promise<Standing | null> {
  const file = fileOf(client, scope, place);
  if (file === null) return null;
  const facts = { client, scope, file };
  try {
    const config = await openFormat(client.format);
    const parsed = config.parse((await readText(file)).text);
    const entry = valueAt(parsed, client.key(parsed));
    const connection = connectionOf(entry);
    const state = entry === undefined ? 'absent' : isOurs(connection) ? 'ours' : 'other';
    return { ...facts, state, connection, why: null };
  } catch (error) {
    return { ...facts, state: 'unusable', connection: null, why: whyNot(error) };
  }
}

/** Null for what the client cannot do. Nothing is written. */
export async function previewConnect(standing: Standing, connection: Connection, place: Place): Promise<Change | null> {
  const { client, file } = standing;
  const entry = client.entry(connection, place);
  if (!entry) return null;
  const config = await openFormat(client.format);
  const { text } = await readText(file);
  return { before: text, after: connected(text, config, client, entry) };
}

export async function connect({ client, file }: Standing, connection: Connection, place: Place): Promise<Change> {
  const entry = client.entry(connection, place);
  if (!entry) throw new UnusableText('this client cannot be connected in that way.');
  const config = await openFormat(client.format);
  return changeFile(file, ({ text }) => connected(text, config, client, entry));
}

/** The same entry again is no change. */
function connected(text: string, config: ConfigText, client: Client, entry: JsonObject): string {
  const parsed = config.parse(text);
  const path = client.key(parsed);
  const before = connectionOf(valueAt(parsed, path));
  const now = connectionOf(entry);
  return now && sameConnection(before, now) ? text : withEntry(text, config, path, entry);
}

export async function previewRemove({ client, file }: Standing): Promise<Change> {
  const config = await openFormat(client.format);
  const [current, backup] = await Promise.all([readText(file), readBackup(file)]);
  return { before: current.text, after: removed(current, backup, config, client) ?? '' };
}

/** Where nobody changed the file since, it is what it was before, byte for byte, or gone if there was none. */
export async function disconnect({ client, file }: Standing): Promise<Change> {
  const config = await openFormat(client.format);
  const backup = await readBackup(file);
  const change = await changeFile(file, (current) => removed(current, backup, config, client));
  if (backup.bytes !== null && change.after === backup.text) await dropBackup(file);
  return change;
}

function removed(current: FileText, backup: FileText, config: ConfigText, client: Client): string | null {
  const { text } = current;
  const parsed = config.parse(text);
  const path = client.key(parsed);
  const entry = valueAt(parsed, path) as JsonObject | undefined;
  if (entry === undefined) return text;
  const isFrom = (before: string) => tried(() => withEntry(before, config, path, entry)) === text;
  if (backup.bytes !== null && isFrom(backup.text)) return backup.text;
  if (backup.bytes === null && isFrom('')) return null;
  return withoutEntry(text, config, path);
}

/** Null for what cannot be. */
function tried(make: () => string): string | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** What a person would paste where a file is left alone. */
export async function blockFor(client: Client, connection: Connection, place: Place): Promise<string | null> {
  const entry = client.entry(connection, place);
  return entry && (await openFormat(client.format)).block(client.key({}), entry);
}

/** Each is loaded for the first file of its kind. */
async function openFormat(format: Format): Promise<ConfigText> {
  if (format === 'toml') return (await import('./edit/toml-text.ts')).tomlText;
  if (format === 'yaml') return (await import('./edit/yaml-text.ts')).yamlText;
  return (await import('./edit/json-text.ts')).jsonText(format);
}

export function whyNot(error: unknown): string {
  if (error instanceof UnusableText) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return `it cannot be written (${code}).`;
}
