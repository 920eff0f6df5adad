/**
 * What is said to a process that links, and what it says. Each asks once and is answered once, so that neither has more under way than
 * the other has taken.
 *
 *   begin ─► took    files ─► took …    end ─► links    more ─► links …    more ─► done
 */
import type { CodeLinkRequest, FileLinks, PackedFacts } from '@zapomni/core/ports';

export type LinkOrder =
  | ({ readonly kind: 'begin' } & Pick<CodeLinkRequest, 'repository' | 'manifests'>)
  | { readonly kind: 'files'; readonly files: readonly PackedFacts[] }
  /** There are no more files: what is found is wanted. */
  | { readonly kind: 'end' }
  | { readonly kind: 'more' };

export type LinkReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'took' }
  | { readonly kind: 'links'; readonly files: readonly FileLinks[] }
  | { readonly kind: 'done' }
  /** An error in parts, because classes do not travel between processes. `cause` is for the log only. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly cause: string };
