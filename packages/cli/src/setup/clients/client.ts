/** A client of MCP: where it keeps its servers, and in which words. */
import type { EntryPath, Json, JsonObject } from '../edit/config-text.ts';
import { isObject } from '../edit/config-text.ts';
import type { Place } from './place.ts';

/** How the server is reached. */
export type Connection =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string };

export type Format = 'json' | 'jsonc' | 'toml' | 'yaml';

export const SERVER_NAME = 'zapomni';

export interface Client {
  readonly id: string;
  readonly title: string;
  /** It is there when one of these is. None of them is ever made. */
  folders(place: Place): readonly string[];
  /** Null where it has none. */
  userFile(place: Place): string | null;
  projectFile(place: Place): string | null;
  readonly format: Format;
  /** Keys above the entry; may depend on the shape that is there. */
  key(current: JsonObject): EntryPath;
  /** Null where it cannot be reached in this way. */
  entry(connection: Connection, place: Place): JsonObject | null;
  /** What it takes until it knows. */
  readonly afterwards: string;
  /** Where it reads rules for agents from, if anywhere: a file of our own, or one in which a part may be ours. */
  readonly rules?: (place: Place) => RulesFile;
}

export interface RulesFile {
  readonly file: string;
  readonly kind: 'own' | 'block';
  /** Lines above the text in a file of our own. */
  readonly head?: string;
  /** What stands in a file of our own, where it is not the rules. */
  readonly text?: string;
}

/** What an entry says, in whichever words; null where it says nothing that is known. */
export function connectionOf(entry: Json | undefined): Connection | null {
  if (!isObject(entry)) return null;
  const inner = isObject(entry['transport']) ? entry['transport'] : entry;
  const url = ['url', 'httpUrl', 'serverUrl', 'uri']
    .map((name) => inner[name])
    .find((value) => typeof value === 'string');
  if (typeof url === 'string') return { kind: 'http', url };
  const command = inner['command'] ?? inner['cmd'];
  const words = (Array.isArray(command) ? command : [command]).filter(
    (word): word is string => typeof word === 'string',
  );
  const args = Array.isArray(inner['args'])
    ? inner['args'].filter((word): word is string => typeof word === 'string')
    : [];
  const [first, ...rest] = words;
  return first === undefined ? null : { kind: 'stdio', command: first, args: [...rest, ...args] };
}

/** Whether it is an entry that leads here, and not somebody else's of the same name. */
export function isOurs(connection: Connection | null): boolean {
  if (!connection) return false;
  if (connection.kind === 'http') return true;
  return [connection.command, ...connection.args].some((word) =>
    /(^|[\\/])zapomni(@[^\\/]*)?(\.(js|ts|mjs|cmd))?$/.test(word),
  );
}

export function sameConnection(one: Connection | null, other: Connection): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
