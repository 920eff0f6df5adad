/** What is asked of an index, and what became of it. */
import type { WorkData } from '../../../ports/index.ts';
import type { Asker } from '../../documents/fetch-source.ts';
import type { RepositoryCounts, RepositoryOptions } from '../store/index.ts';

/** What was asked for before stays as it was, unless something else is asked for. */
export interface IndexRequest extends Asker {
  readonly workspace: string;
  /** Absolute: a folder; in a work tree of Git, all of the work tree is meant. */
  readonly path: string;
  readonly options?: Partial<RepositoryOptions> | undefined;
  /** Only looks: says what would be read and what left out, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface IndexProgress {
  readonly done: number;
  readonly total: number;
  readonly step: 'files' | 'links';
}

export interface FailedSource {
  readonly path: string;
  readonly code: string;
}

export interface IndexReport {
  readonly repository: string;
  readonly name: string;
  readonly root: string;
  readonly dryRun: boolean;
  readonly branch: string | null;
  readonly head: string | null;
  /** Files, by what this run did. `removed` were there before and are not now. */
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly failed: number;
  /** The first of them. */
  readonly failures: readonly FailedSource[];
  readonly passages: number;
  /** Of the whole repository. In a dry run those of what would be read; symbols and edges are not known then. */
  readonly counts: RepositoryCounts;
}

const MOST_TOLD = 50;

/** As the result of work is kept. */
export function toWorkData({ failures, counts, ...report }: IndexReport): WorkData {
  return {
    ...report,
    counts: { ...counts },
    failures: failures.slice(0, MOST_TOLD).map((failure) => ({ ...failure })),
  };
}
