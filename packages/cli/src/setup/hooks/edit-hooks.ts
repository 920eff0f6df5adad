/** Our items in the lists of a file of hooks, one list for each event: below a key of its own, or at the root. */
import { isObject, valueAt, type Json, type JsonObject } from '../edit/config-text.ts';
import { insertItem, jsonText, removeItems } from '../edit/json-text.ts';
import { same } from '../edit/prove.ts';
import type { HookClient, HookItem } from './hook-table.ts';
import { isOurHook, unproven, type HookText } from './own-hook.ts';

export async function hookText(client: HookClient): Promise<HookText> {
  const { format } = client;
  if (format === 'toml') return (await import('./toml-hooks.ts')).tomlHooks;
  return new JsonHooks({ ...client, format });
}

type JsonClient = HookClient & { readonly format: 'json' | 'jsonc' };

class JsonHooks implements HookText {
  readonly #client: JsonClient;
  readonly #under: readonly string[];

  constructor(client: JsonClient) {
    this.#client = client;
    this.#under = client.under ?? ['hooks'];
  }

  with(text: string, items: readonly HookItem[]): string {
    const { format, beginning } = this.#client;
    const start = text.trim() === '' ? beginning : text;
    if (text.trim() !== '' && same(sorted(this.own(text)), sorted(items))) return text;
    const bare = this.without(start);
    const after = items.reduce((current, { path, item }) => insertItem(current, format, path, item), bare);
    if (!this.#sameButOurs(after, start) || !same(sorted(this.own(after)), sorted(items))) throw unproven();
    return after;
  }

  without(text: string): string {
    if (text.trim() === '' || this.own(text).length === 0) return text;
    const { format } = this.#client;
    const lists = listsOf(this.#parsed(text), this.#under);
    const cut = lists.reduce((current, path) => removeItems(current, format, path, isOurHook), text);
    const left = valueAt(this.#parsed(cut), this.#under);
    const isEmpty = this.#under.length > 0 && isObject(left) && Object.keys(left).length === 0;
    const after = isEmpty ? jsonText(format).remove(cut, this.#under) : cut;
    if (!this.#sameButOurs(after, text) || this.own(after).length > 0) throw unproven();
    return after;
  }

  own(text: string): HookItem[] {
    const root = this.#parsed(text);
    return listsOf(root, this.#under).flatMap((path) =>
      (valueAt(root, path) as readonly Json[]).filter(isOurHook).map((item) => ({ path, item })),
    );
  }

  #parsed(text: string): JsonObject {
    return jsonText(this.#client.format).parse(text);
  }

  /** Lists that are empty without ours, and a map of none, are no difference. */
  #sameButOurs(one: string, other: string): boolean {
    const rest = (text: string) => withoutOurs(this.#parsed(text), this.#under);
    return same(rest(one), rest(other));
  }
}

function listsOf(root: JsonObject, under: readonly string[]): string[][] {
  const hooks = valueAt(root, under);
  if (!isObject(hooks)) return [];
  return Object.keys(hooks)
    .filter((event) => Array.isArray(hooks[event]))
    .map((event) => [...under, event]);
}

function withoutOurs(root: JsonObject, under: readonly string[]): unknown {
  const [key] = under;
  if (key === undefined) return withoutOurItems(root);
  const { [key]: hooks, ...rest } = root;
  if (!isObject(hooks)) return hooks === undefined ? rest : { ...rest, hooks };
  const kept = withoutOurItems(hooks);
  return Object.keys(kept).length === 0 ? rest : { ...rest, hooks: kept };
}

function withoutOurItems(hooks: JsonObject): JsonObject {
  const kept = Object.entries(hooks).flatMap(([event, list]) => {
    const others = Array.isArray(list) ? list.filter((item: Json) => !isOurHook(item)) : list;
    return Array.isArray(others) && others.length === 0 ? [] : [[event, others] as const];
  });
  return Object.fromEntries(kept);
}

const sorted = (items: readonly HookItem[]): HookItem[] =>
  items.toSorted((a, b) => ((a.path.at(-1) ?? '') < (b.path.at(-1) ?? '') ? -1 : 1));
