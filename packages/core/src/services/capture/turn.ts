/** One exchange of a conversation as a client recorded it: what the user said and what was finally answered. */
export interface Turn {
  /** Which program recorded it: `claude-code`, `codex`, `cursor`, `gemini`, `opencode`, `chatgpt`, `claude`. */
  readonly client: string;
  readonly session: string;
  /** Number of the turn in its session, from 0: with the session its identity. */
  readonly index: number;
  readonly at: Date | null;
  /** The folder it was held in, where the client says so. */
  readonly folder: string | null;
  readonly user: string;
  readonly answer: string;
}
/** A summary the client made when it compacted its context. */
export interface Compaction {
  readonly client: string;
  readonly session: string;
  readonly at: Date | null;
  readonly folder: string | null;
  readonly summary: string;
}
