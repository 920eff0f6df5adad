/** What the whole page knows: who has signed in, which workspace is looked at, what is being said. */
import { computed, signal } from '@preact/signals';
import type { Output } from '../api/client.ts';

export const me = signal<Output<'whoAmI'> | undefined>(undefined);
export const mayWrite = computed(() => me.value?.scopes.includes('write') ?? false);
/** Undefined: the one of the settings. */
export const workspace = signal<string | undefined>(undefined);

export interface Notice {
  readonly text: string;
  /** Something that can still be taken back. */
  readonly undo?: () => void;
}
export const notice = signal<Notice | undefined>(undefined);

/** Of something that was tried and did not work. */
export function tell(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
}

let clearing: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, undo?: () => void, forMs = 8000): void {
  clearTimeout(clearing);
  notice.value = { text, ...(undo ? { undo } : {}) };
  clearing = setTimeout(() => {
    notice.value = undefined;
  }, forMs);
}
