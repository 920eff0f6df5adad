/**
 * Makes one graph of what all files of a repository say, away from whoever asks: following values through a thousand files takes seconds
 * and hundreds of megabytes. Facts go in as they are kept, and what is found comes out as it is kept, file by file, so that neither
 * side ever has to hold all of it in the open.
 */
export interface CodeLinker {
  /**
   * Takes the files one after the other, in any order, and then gives what was found of each, in the order of their paths. The same files
   * give the same, whatever was linked before. Rejects with CANCELLED when the signal says so, TOO_LARGE when there is not memory
   * enough. Whoever stops listening ends it.
   */
  link(asked: CodeLinkRequest, options?: { readonly signal?: AbortSignal }): AsyncIterable<FileLinks>;
  close(): Promise<void>;
}

export interface PackedFacts {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly language: string;
  /** As `encodeFacts` writes them. */
  readonly facts: Uint8Array;
  /** What a compiler has said of it. */
  readonly exact?: ExactLinks;
  /** The `state` of what was kept of it last: what is still so is not said again. */
  readonly links?: string | null;
}

/** A definition by its place: its path, the line of its name, and its name. */
export type DefinitionPlace = readonly [path: string, line: number, name: string];

/** What compilers know of a file: it takes the place of what is found without them. */
export interface ExactLinks {
  /** The definition that the call between two offsets of the text names. */
  readonly calls: readonly (readonly [start: number, end: number, to: DefinitionPlace])[];
  /** Definitions of the file, and those of which they do what is only declared. */
  readonly implements: readonly (readonly [from: DefinitionPlace, to: DefinitionPlace])[];
}

export interface CodeLinkRequest {
  /** The same for all clones of the repository. */
  readonly repository: string;
  /** What package.json, tsconfig.json, go.mod and their like say. */
  readonly manifests: readonly { readonly path: string; readonly text: string }[];
  readonly files: AsyncIterable<PackedFacts>;
}

/** What was found of a file. What is as it was when the `links` that came with it were kept is not there. */
export interface FileLinks {
  readonly path: string;
  /** Digests of what goes out, of what comes in and of the numbers, and how many parts come in (`link-state.ts`). */
  readonly state: string;
  /** What goes out of it, packed; null where nothing does. */
  readonly edges?: string | null;
  /** What comes into it, in the order of the symbols that it comes to, in parts; the first symbol of each. */
  readonly inbound?: readonly { readonly first: string; readonly packed: string }[];
  /** Of each symbol that can be asked for, by its id: how many others call it, how many it calls, and its importance. */
  readonly numbers?: readonly (readonly [id: string, callers: number, callees: number, importance: number])[];
  /** How many of its edges go to what is ours, how many only to what is not, and how many calls nobody can tell. */
  readonly counts: { readonly edges: number; readonly external: number; readonly unresolved: number };
}
