/** A set of cases about papers: which tool each is put to, and what of its answer is a prediction. */
import type { Zapomni } from '../lib/zapomni.ts';

export interface ResearchCase {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

export interface ToolAnswer {
  readonly structured: unknown;
  /** The words in which it was refused. */
  readonly error: string | null;
}

export interface ResearchSet {
  /** As the scorer calls it. */
  readonly name: string;
  /** Where another program than the scorer of the folder judges it. */
  readonly scorer?: 'extras';
  /** Which files of a folder are such sets, without `.jsonl` and `.gz`. */
  readonly files: RegExp;
  calls(one: ResearchCase): readonly ToolCall[];
  /** Answers in the order of the calls. */
  predict(one: ResearchCase, answers: readonly ToolAnswer[]): Record<string, unknown>;
  /** What something else says to the same cases, scored in the same run. */
  beside?(cases: readonly ResearchCase[]): Promise<{
    readonly name: string;
    readonly predictions: readonly Record<string, unknown>[];
  }>;
  /** Of a set whose cases belong together: all of it at once, in the place of `calls` and `predict`. */
  whole?(
    zapomni: Zapomni,
    given: { readonly cases: readonly ResearchCase[]; readonly file: string; readonly folder: string },
  ): Promise<WholeSet>;
}

export interface WholeSet {
  readonly predictions: readonly Record<string, unknown>[];
  /** Of something else, scored in the same run. */
  readonly others: readonly { readonly name: string; readonly predictions: readonly Record<string, unknown>[] }[];
  /** The words in which cases were refused. */
  readonly refusals?: readonly string[];
  /** What the scorer does not say. */
  readonly figures: Readonly<Record<string, unknown>>;
}
