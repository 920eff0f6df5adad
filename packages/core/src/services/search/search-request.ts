/** What a search is asked, and what it answers. */
import type { MemoryFilter, MemorySummary, Passage } from '../../model/index.ts';
import type { CodeMention } from '../code/mentions/code-of.ts';
import type { Explanation } from './results/explain.ts';
import type { Signal } from './candidates/fuse.ts';

export interface SearchRequest {
  /** Looked through together; one at least. */
  readonly workspaces: readonly string[];
  readonly query: string;
  readonly limit: number;
  readonly filter?: MemoryFilter | undefined;
  /** Hits that are less likely to fit are left out, 0–1. */
  readonly minScore?: number | undefined;
  /** Where nothing seems to answer, nothing is given; otherwise what comes nearest is, marked as weak. */
  readonly strict?: boolean | undefined;
  readonly explain?: boolean | undefined;
  /**
   * `best`: a memory is found once, by its best passage. `all`: each passage is a hit of its own. `grouped`: a memory is
   * found once, a document with the other passages of it that fit. `best` unless given.
   */
  readonly passages?: 'best' | 'all' | 'grouped' | undefined;
  /** Also what says nearly the same as a hit above it: two works are two, though their titles or abstracts are alike. */
  readonly alike?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OtherPassage {
  readonly passage: Passage;
  readonly score: number;
  /** As of a hit. */
  readonly citation?: string;
}

export interface SearchHit {
  readonly memory: MemorySummary;
  /** The passage that matched best; the whole text when the memory has but one. */
  readonly passage: Passage;
  /** How likely it fits the question, 0–1; never higher than the hit's before it. */
  readonly score: number;
  readonly signals: readonly Signal[];
  /** Nothing that was found seems to answer, and this neither. */
  readonly weak?: true;
  /** Of a part of a document: which one, and where in it, as `app.documents.cite` says. */
  readonly document?: {
    readonly id: string;
    readonly name: string;
    readonly citation: string;
    readonly page?: string;
  };
  /** When grouped, of a document: its other passages that fit, the best first. */
  readonly others?: readonly OtherPassage[];
  /** What it names of the code that is indexed, as `app.code.nameHits` says. */
  readonly code?: readonly CodeMention[];
  /** Memories that say nearly the same and were left out for it. */
  readonly duplicates?: readonly string[];
  /** Hits that seem to say otherwise: the same matter with other figures, another name or a negation. */
  readonly conflicts?: readonly string[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** `words` when the model was not ready or failed. */
  readonly mode: 'hybrid' | 'words';
  /** Some model that was to take part did not: the same question may get a better answer a moment later. */
  readonly partial: boolean;
  /** True when something was found but none of it seems to answer the question; the hits are weak then, or none where that was asked for. */
  readonly abstained: boolean;
  readonly explanation?: Explanation;
}
