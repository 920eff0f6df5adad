import type { Compaction, Turn } from '../../services/capture/turn.ts';

/** The machine, as far as programs keep their sessions by it. Given, so that the paths of every platform can be looked at on any. */
export interface TranscriptPlace {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file with sessions: one of them, a database of all, or an export. */
export interface TranscriptFile {
  readonly client: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Another one when something was written. Only for comparing. */
  readonly version: string;
}

/** What could not be read, and where it stands. The words are the same for the same case, so that they can be counted. */
export interface BrokenPlace {
  readonly where: string;
  readonly why: string;
}

export interface TranscriptReading {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the file that were read since the last time. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly onBroken?: ((broken: BrokenPlace) => void) | undefined;
}

export type TranscriptItem = Turn | Compaction;

/**
 * The past sessions of one program. Contract:
 * - Only what the user said and what was finally answered: no tool calls and their output, no thinking, nothing that the
 *   program, its hooks or we put between the user's words, nothing said to or by a sub-agent.
 * - Of a conversation with several branches the one that was kept. Turns come in the order in which they were said, and have
 *   numbers from 0; reading again gives the same turns the same numbers.
 * - Reading changes nothing, and makes no file beside the one that is read. Only plain files are opened.
 * - What is broken is told and passed over; the rest is read. A file may grow meanwhile: what was there at the start is read,
 *   and a last line that is not whole yet is not broken.
 * - Memory is bounded by the longest message, not by the file.
 */
export interface TranscriptSource {
  /** `claude-code`, `codex` … */
  readonly client: string;
  readonly title: string;
  /** For people: where sessions lie, or what to name. */
  readonly lies: string;
  /** The files and folders in which they lie on such a machine; none for exports. */
  places(place: TranscriptPlace): readonly string[];
  /** Those of this machine, in the order of their names; none where the program is not here. */
  find(place: TranscriptPlace): AsyncIterable<TranscriptFile>;
  /** Whether this file, wherever it lies, is one of this program's. */
  takes(path: string): Promise<boolean>;
  read(file: TranscriptFile, reading?: TranscriptReading): AsyncIterable<TranscriptItem>;
}
