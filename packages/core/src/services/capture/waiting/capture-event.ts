/** What the hooks of clients tell of a conversation, and how capturing stands. */
export interface CaptureEvent {
  /** What was asked; what was answered on the way; that the turn is over; what a compaction left. */
  readonly what: 'prompt' | 'answer' | 'turn' | 'compaction';
  readonly client: string;
  readonly session: string;
  readonly folder?: string | undefined;
  /** The words: the prompt, the answer or the summary. */
  readonly text: string;
  /** With the end of a turn, where the client says it again. */
  readonly prompt?: string | undefined;
  /** Who speaks in a prompt, where the client says so. */
  readonly source?: string | undefined;
  /** Said to or by a helper of the session: that is not captured. */
  readonly isHelper?: boolean | undefined;
}

export interface CaptureStatus {
  readonly on: boolean;
  readonly excluded: readonly string[];
  /** Turns that wait to be captured. */
  readonly waiting: number;
  /** Turns of the workspace that were captured. */
  readonly turns: number;
  readonly distiller: 'builtin' | 'llm';
}
