/** Which items of a file of hooks are ours: by their command, wherever the data folder lies. */
import { isObject, UnusableText, type Json } from '../edit/config-text.ts';
import type { HookItem } from './hook-table.ts';

const OURS = /[\\/]hooks[\\/]hook\.mjs"?$/;

export function isOurHook(item: Json): boolean {
  if (!isObject(item)) return false;
  const { hooks, bash, command = bash } = item;
  if (typeof command === 'string') return OURS.test(command);
  return Array.isArray(hooks) && hooks.length > 0 && hooks.every((hook: Json) => isOurHook(hook));
}

/** Our items in a text of one format: put in and taken out by cutting it, and shown to have changed nothing else. */
export interface HookText {
  /** The same text where all of them stand there as they should. */
  with(text: string, items: readonly HookItem[]): string;
  without(text: string): string;
  own(text: string): readonly HookItem[];
}

export function unproven(): UnusableText {
  return new UnusableText('it is written in a way that cannot be changed without touching the rest.');
}
