/** What the main thread and the one with the processor say to each other. One request at a time. */
import type { FieldIssue } from '@zapomni/core/errors';
import type { CitationCluster, CitationFormat, StyledCitations, StyledItem } from '@zapomni/core/ports';

/** Items come in portions, so that no message is large; then what is to be made of them. */
export type StyleMessage =
  | { readonly kind: 'items'; readonly items: readonly StyledItem[] }
  | {
      readonly kind: 'format';
      /** How many items have gone before: those that a thread took with it when it died are missed. */
      readonly count: number;
      readonly style: string;
      readonly locale: string | undefined;
      readonly format: CitationFormat;
      readonly clusters: readonly CitationCluster[];
    }
  | { readonly kind: 'locales' }
  /** The thread ends when it has read this. */
  | { readonly kind: 'end' };

export type StyleReply =
  | { readonly styled: StyledCitations }
  | { readonly locales: readonly string[] }
  | { readonly failure: StyleFailure };

/** An error in parts, because classes do not travel between threads. */
export interface StyleFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly issues: readonly FieldIssue[];
  /** For the log only. */
  readonly cause: string;
}
