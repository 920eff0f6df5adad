/** Our items in the lists of a file of hooks: put in and taken out by cutting its text, and shown to have changed nothing else. */
import { isObject, UnusableText, valueAt, type Json, type JsonObject } from '../edit/config-text.ts';
import { insertItem, jsonText, removeItems } from '../edit/json-text.ts';
import { same } from '../edit/prove.ts';
import type { HookClient, HookItem } from './hook-table.ts';

/** The command of every hook of ours, wherever the data folder lies. */
const OURS = /[\\/]hooks[\\/]hook\.mjs"?$/;

function isOurHook(item: Json): boolean {
  if (!isObject(item)) return false;
  const { hooks, bash, command = bash } = item;
  if (typeof command === 'string') return OURS.test(command);
  return Array.isArray(hooks) && hooks.length > 0 && hooks.every((hook: Json) => isOurHook(hook));
}

/** The same text where all of them stand there as they should. */
export function withHooks(text: string, client: HookClient, items: readonly HookItem[]): string {
  const { format, beginning } = client;
  const start = text.trim() === '' ? beginning : text;
  if (text.trim() !== '' && same(sorted(ownItems(parsed(text, client))), sorted(items))) return text;
  const bare = withoutHooks(start, client);
  const after = items.reduce((current, { path, item }) => insertItem(current, format, path, item), bare);
  const now = parsed(after, client);
  if (!sameButOurs(now, parsed(start, client)) || !same(sorted(ownItems(now)), sorted(items))) throw unproven();
  return after;
}

export function withoutHooks(text: string, client: HookClient): string {
  if (text.trim() === '') return text;
  const before = parsed(text, client);
  if (ownItems(before).length === 0) return text;
  const cut = listsOf(before).reduce((current, path) => removeItems(current, client.format, path, isOurHook), text);
  const left = parsed(cut, client)['hooks'];
  const after = isObject(left) && Object.keys(left).length === 0 ? jsonText(client.format).remove(cut, ['hooks']) : cut;
  const now = parsed(after, client);
  if (!sameButOurs(now, before) || ownItems(now).length > 0) throw unproven();
  return after;
}

export function ownItems(root: JsonObject): HookItem[] {
  return listsOf(root).flatMap((path) =>
    (valueAt(root, path) as readonly Json[]).filter(isOurHook).map((item) => ({ path, item })),
  );
}

function listsOf(root: JsonObject): string[][] {
  const hooks = root['hooks'];
  if (!isObject(hooks)) return [];
  return Object.keys(hooks)
    .filter((event) => Array.isArray(hooks[event]))
    .map((event) => ['hooks', event]);
}

const parsed = (text: string, { format }: HookClient): JsonObject => jsonText(format).parse(text);

/** Lists that are empty without ours, and a map of none, are no difference. */
function sameButOurs(one: JsonObject, other: JsonObject): boolean {
  return same(withoutOurs(one), withoutOurs(other));
}

function withoutOurs({ hooks, ...rest }: JsonObject): unknown {
  if (!isObject(hooks)) return hooks === undefined ? rest : { ...rest, hooks };
  const kept = Object.entries(hooks).flatMap(([event, list]) => {
    const others = Array.isArray(list) ? list.filter((item: Json) => !isOurHook(item)) : list;
    return Array.isArray(others) && others.length === 0 ? [] : [[event, others] as const];
  });
  return kept.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(kept) };
}

const sorted = (items: readonly HookItem[]): HookItem[] =>
  items.toSorted((a, b) => ((a.path[1] ?? '') < (b.path[1] ?? '') ? -1 : 1));

function unproven(): UnusableText {
  return new UnusableText('it is written in a way that cannot be changed without touching the rest.');
}
