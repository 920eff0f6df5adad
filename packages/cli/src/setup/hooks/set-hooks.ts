/** The hooks of a client: what stands in its file, what would, and the change itself. */
import type { Client } from '../clients/client.ts';
import type { Place } from '../clients/place.ts';
import type { Change } from '../connect.ts';
import { changeFile, dropBackup, readBackup, readText, type FileText } from '../edit/config-file.ts';
import { UnusableText, type Json } from '../edit/config-text.ts';
import { hookText } from './edit-hooks.ts';
import { HOOK_CLIENTS, type HookClient } from './hook-table.ts';
import type { HookText } from './own-hook.ts';

export interface HookStanding {
  readonly hooks: HookClient;
  readonly file: string;
}

/** Null for a client that has none that we know. */
export function hooksOf({ id }: Client, place: Place): HookStanding | null {
  const hooks = HOOK_CLIENTS[id];
  return hooks ? placed(hooks, place) : null;
}

function placed(hooks: HookClient, place: Place): HookStanding {
  const { rather } = hooks;
  return rather && place.exists(rather.file(place))
    ? { hooks: rather, file: rather.file(place) }
    : { hooks, file: hooks.file(place) };
}

/** Whether ours stand there; false also for a file that cannot be read. */
export async function hasHooks({ hooks, file }: HookStanding): Promise<boolean> {
  try {
    const { text } = await readText(file);
    if (hooks.own) return hooks.own.commandIn(text) !== null;
    return (await hookText(hooks)).own(text).length > 0;
  } catch {
    return false;
  }
}

/** Whether some client still runs ours. */
export async function anyHooks(place: Place): Promise<boolean> {
  const all = Object.values(HOOK_CLIENTS).map((hooks) => hasHooks(placed(hooks, place)));
  return (await Promise.all(all)).includes(true);
}

export async function previewHooks({ hooks, file }: HookStanding, command: string): Promise<Change> {
  const [{ text }, edit] = await Promise.all([readText(file), hookText(hooks)]);
  return { before: text, after: written(text, hooks, edit, command) };
}

export async function writeHooks({ hooks, file }: HookStanding, command: string): Promise<Change> {
  const edit = await hookText(hooks);
  return changeFile(file, ({ text }) => written(text, hooks, edit, command));
}

function written(text: string, hooks: HookClient, edit: HookText, command: string): string {
  if (!hooks.own) return edit.with(text, hooks.items(command));
  if (text.trim() !== '' && hooks.own.commandIn(text) === null)
    throw new UnusableText('a file of that name is there, and it is not as we write it.');
  return hooks.own.text(command);
}

export async function previewNoHooks({ hooks, file }: HookStanding): Promise<Change> {
  const [current, backup, edit] = await Promise.all([readText(file), readBackup(file), hookText(hooks)]);
  return { before: current.text, after: taken(current, backup, hooks, edit) ?? '' };
}

/** Where nobody changed the file since, it is what it was before, byte for byte, or gone if there was none. */
export async function removeHooks({ hooks, file }: HookStanding): Promise<Change> {
  const [backup, edit] = await Promise.all([readBackup(file), hookText(hooks)]);
  const change = await changeFile(file, (current) => taken(current, backup, hooks, edit));
  if (backup.bytes !== null && (change.after === backup.text || isOwn(backup, hooks))) await dropBackup(file);
  return change;
}

/** An earlier version of a file that is ours whole. */
const isOwn = ({ text }: FileText, { own }: HookClient): boolean => own !== undefined && own.commandIn(text) !== null;

function taken(current: FileText, backup: FileText, hooks: HookClient, edit: HookText): string | null {
  const { text } = current;
  if (current.bytes === null) return null;
  // One that somebody has changed is theirs by now, and stays.
  if (hooks.own)
    return !isOwn(current, hooks) ? text : isOwn(backup, hooks) || backup.bytes === null ? null : backup.text;
  const items = edit.own(text);
  if (items.length === 0) return text;
  const isFrom = (before: string) => tried(() => edit.with(before, items)) === text;
  if (backup.bytes !== null && isFrom(backup.text)) return backup.text;
  if (backup.bytes === null && isFrom('')) return null;
  return edit.without(text);
}

function tried(make: () => string): string | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** What a person would paste where a file is left alone. */
export async function hookBlock(hooks: HookClient, command: string): Promise<string> {
  const { items, own, format, beginning } = hooks;
  if (own) return own.text(command);
  const text = (await hookText(hooks)).with('', items(command));
  if (format === 'toml' || beginning !== '') return text.trimEnd();
  return JSON.stringify(JSON.parse(text) as Json, null, 2);
}
