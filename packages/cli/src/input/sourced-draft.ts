import type { MemoryDraft } from '@zapomni/core/memories';

/** A memory to add, and where the user finds it in what they gave: `line 12`, `notes.md`. */
export interface SourcedDraft {
  readonly where: string;
  /** Bytes of the input that it took. */
  readonly bytes: number;
  readonly draft: MemoryDraft;
}
