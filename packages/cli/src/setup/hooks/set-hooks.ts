/** The hooks of a client: what stands in its file, what would, and the change itself. */
import type { Client } from '../clients/client.ts';
import type { Place } from '../clients/place.ts';
import type { Change } from '../connect.ts';
import { changeFile, dropBackup, readBackup, readText, type FileText } from '../edit/config-file.ts';
import { jsonText } from '../edit/json-text.ts';
import { nested, UnusableText } from '../edit/config-text.ts';
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
    const { text } = await readText(file);
    if (hooks.own) return hooks.own.commandIn(text) !== null;
    return ownItems(jsonText(hooks.format).parse(text)).length > 0;
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
  return { before: text, after: written(text, hooks, command) };
}

export async function writeHooks({ hooks, file }: HookStanding, command: string): Promise<Change> {
  return changeFile(file, ({ text }) => written(text, hooks, command));
}

function written(text: string, hooks: HookClient, command: string): string {
  if (!hooks.own) return withHooks(text, hooks, hooks.items(command));
  if (text.trim() !== '' && hooks.own.commandIn(text) === null)
    throw new UnusableText('a file of that name is there, and it is not as we write it.');
  return hooks.own.text(command);
}

export async function previewNoHooks({ hooks, file }: HookStanding): Promise<Change> {
  const [current, backup] = await Promise.all([readText(file), readBackup(file)]);
  return { before: current.text, after: taken(current, backup, hooks) ?? '' };
}

/** Where nobody changed the file since, it is what it was before, byte for byte, or gone if there was none. */
export async function removeHooks({ hooks, file }: HookStanding): Promise<Change> {
  const backup = await readBackup(file);
  const change = await changeFile(file, (current) => taken(current, backup, hooks));
  if (backup.bytes !== null && (change.after === backup.text || isOwn(backup, hooks))) await dropBackup(file);
  return change;
}

/** An earlier version of a file that is ours whole. */
const isOwn = ({ text }: FileText, { own }: HookClient): boolean => own !== undefined && own.commandIn(text) !== null;

function taken(current: FileText, backup: FileText, hooks: HookClient): string | null {
  const { text } = current;
  if (current.bytes === null) return null;
  // One that somebody has changed is theirs by now, and stays.
  if (hooks.own)
    return !isOwn(current, hooks) ? text : isOwn(backup, hooks) || backup.bytes === null ? null : backup.text;
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
export function hookBlock({ items, own }: HookClient, command: string): string {
  if (own) return own.text(command);
  const all = items(command).map(({ path, item }) => [path[1] ?? '', [item]] as const);
  return JSON.stringify(nested(['hooks'], Object.fromEntries(all)), null, 2);
}
