/** The hooks of a client: what stands in its file, what would, and the change itself. */
import { rm } from 'node:fs/promises';
import type { Client } from '../clients/client.ts';
import type { Place } from '../clients/place.ts';
import type { Change } from '../connect.ts';
import { backupOf, changeFile, readText, type FileText } from '../edit/config-file.ts';
import { jsonText } from '../edit/json-text.ts';
import { nested } from '../edit/config-text.ts';
import { ownItems, withHooks, withoutHooks } from './edit-hooks.ts';
import { HOOK_CLIENTS, type HookClient } from './hook-table.ts';

export interface HookStanding {
  readonly hooks: HookClient;
  readonly file: string;
}

/** Null for a client that has none that we know. */
export function hooksOf({ id }: Client, place: Place): HookStanding | null {
  const hooks = HOOK_CLIENTS[id];
  return hooks ? { hooks, file: hooks.file(place) } : null;
}

/** Whether ours stand there; false also for a file that cannot be read. */
export async function hasHooks({ hooks, file }: HookStanding): Promise<boolean> {
  try {
    return ownItems(jsonText(hooks.format).parse((await readText(file)).text)).length > 0;
  } catch {
    return false;
  }
}

/** Whether some client still runs ours. */
export async function anyHooks(place: Place): Promise<boolean> {
  const all = Object.values(HOOK_CLIENTS).map((hooks) => hasHooks({ hooks, file: hooks.file(place) }));
  return (await Promise.all(all)).includes(true);
}

export async function previewHooks({ hooks, file }: HookStanding, command: string): Promise<Change> {
  const { text } = await readText(file);
  return { before: text, after: withHooks(text, hooks, hooks.items(command)) };
}

export async function writeHooks({ hooks, file }: HookStanding, command: string): Promise<Change> {
  return changeFile(file, ({ text }) => withHooks(text, hooks, hooks.items(command)));
}

export async function previewNoHooks({ hooks, file }: HookStanding): Promise<Change> {
  const [current, backup] = await Promise.all([readText(file), readText(backupOf(file))]);
  return { before: current.text, after: taken(current, backup, hooks) ?? '' };
}

/** Where nobody changed the file since, it is what it was before, byte for byte, or gone if there was none. */
export async function removeHooks({ hooks, file }: HookStanding): Promise<Change> {
  const backup = await readText(backupOf(file));
  const change = await changeFile(file, (current) => taken(current, backup, hooks));
  if (backup.bytes !== null && change.after === backup.text) await rm(backupOf(file), { force: true });
  return change;
}

function taken(current: FileText, backup: FileText, hooks: HookClient): string | null {
  const { text } = current;
  if (current.bytes === null) return null;
  const items = ownItems(jsonText(hooks.format).parse(text));
  if (items.length === 0) return text;
  const isFrom = (before: string) => tried(() => withHooks(before, hooks, items)) === text;
  if (backup.bytes !== null && isFrom(backup.text)) return backup.text;
  if (backup.bytes === null && isFrom('')) return null;
  return withoutHooks(text, hooks);
}

function tried(make: () => string): string | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** What a person would paste where a file is left alone. */
export function hookBlock({ items }: HookClient, command: string): string {
  const all = items(command).map(({ path, item }) => [path[1] ?? '', [item]] as const);
  return JSON.stringify(nested(['hooks'], Object.fromEntries(all)), null, 2);
}
