/** What is said of a paper, by whom, on its way into the library; and what became of it. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { SourcedPaper } from '../../../../ports/papers/paper-source.ts';
import type { KeptPaper, STANDINGS } from '../store/paper-record.ts';

export type Standing = (typeof STANDINGS)[number];

export interface Arrival {
  readonly item: BibliographicItem;
  /** `user`, `bibliography`, `file`, `reference`, the name of a source. */
  readonly source: string;
  /** 0–1; 1. */
  readonly confidence?: number | undefined;
  /** `library` unless said. A paper that is more than that already stays so. */
  readonly standing?: Standing | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Id of the paper that is meant, where somebody has said so. */
  readonly paper?: string | undefined;
  /** The id of a paper that nothing in the library is the same as; where there is one of this id already, that is meant. */
  readonly newId?: string | undefined;
  /** What a source knows beside the item. */
  readonly facts?: SourceFacts | undefined;
  /** What others know who have another version of the work. */
  readonly around?: readonly ToldFacts[] | undefined;
}

export type SourceFacts = Omit<SourcedPaper, 'item'>;

export interface ToldFacts {
  readonly source: string;
  readonly facts: SourceFacts;
}

/** All that is told beside the items. */
export function factsIn(arrivals: readonly Arrival[]): ToldFacts[] {
  return arrivals.flatMap(({ source, facts, around = [] }) => [...(facts ? [{ source, facts }] : []), ...around]);
}

/** Another paper that may be the same: for somebody to decide with merge_articles. */
export interface Proposal {
  readonly paper: string;
  readonly why: 'same_title' | 'other_version' | 'shares_an_id';
}

export interface SavedPaper {
  /** `forgotten`: the user has deleted it, and did not say it again by hand. */
  readonly status: 'added' | 'updated' | 'unchanged' | 'forgotten';
  /** Null of what was forgotten. */
  readonly paper: KeptPaper | null;
  readonly proposals: readonly Proposal[];
  /** The citekey that it came with was another paper's. */
  readonly renamedFrom: string | null;
}

export interface SavingRequest {
  readonly workspace: string;
  /** Leave out what the user has forgotten. Otherwise it counts as said by hand, and may be known again. */
  readonly leaveForgotten?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Takes papers in portions as they come; what became of each comes in their order, some time after it was pushed. */
export interface PaperWriter {
  /** What became of those that are written by then and were not told of. */
  push(portion: readonly Arrival[]): Promise<readonly SavedPaper[]>;
  /** What became of all others. */
  end(): Promise<readonly SavedPaper[]>;
}

export interface SaveRequest extends SavingRequest {
  readonly arrivals: readonly Arrival[];
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const RANKS: readonly Standing[] = ['dismissed', 'referenced', 'found', 'library'];

/** The higher of both; what was dismissed comes back only when the user has it. */
export function standingOf(before: Standing | undefined, now: Standing): Standing {
  if (before === undefined) return now;
  if (before === 'dismissed') return now === 'library' ? now : before;
  return RANKS.indexOf(now) > RANKS.indexOf(before) ? now : before;
}
