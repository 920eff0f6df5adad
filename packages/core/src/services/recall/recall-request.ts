/** What a client's hooks ask, unasked by any model: what to know at the start, and what bears on a prompt. */

/** At the start of a session, of a helper of it, or with a prompt of the user's. */
export type HookEvent = 'start' | 'helper' | 'prompt';

export interface HookRequest {
  readonly event: HookEvent;
  /** Where the client works; its project's workspace is looked through first, then the user-wide one. */
  readonly folder?: string | undefined;
  /** Nothing is given twice in one. Without it nothing is noted. */
  readonly session?: string | undefined;
  readonly client?: string | undefined;
  /** Nothing for a session that has its brief. */
  readonly onlyFirst?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PromptRequest extends HookRequest {
  readonly prompt: string;
  /** Who speaks, where the client says so: prompts that a program makes are not the user's. */
  readonly source?: string | undefined;
}

/** What is put before the model; an empty text is silence. */
export interface Given {
  readonly text: string;
  readonly memories: readonly string[];
  readonly tokens: number;
}

export const SILENCE: Given = { text: '', memories: [], tokens: 0 };

/** A line of the log of what was given. */
export interface Gift {
  readonly at: number;
  readonly event: HookEvent;
  readonly session: string;
  readonly client: string;
  readonly workspace: string;
  readonly memories: readonly string[];
  readonly tokens: number;
}
