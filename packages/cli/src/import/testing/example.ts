import type { SourceFolder } from './source-folder.ts';

export interface Example {
  readonly format: string;
  readonly args?: readonly string[];
  /** Writes the source; gives what to name on the command line. */
  readonly make: (folder: SourceFolder) => string;
  /** All that come, in order; what is not named of one may be anything, but metadata are told whole. A text may be told by a pattern. */
  readonly drafts: readonly (Readonly<Record<string, unknown>> & { readonly where: string })[];
  /** All that do not, by reason. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}
