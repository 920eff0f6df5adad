/** A file and the sentences in it, each with where it stands, in the words of a citation. */
export interface KnownFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly known: readonly { readonly text: string; readonly place: string }[];
}

/** `sentence` gives another one with every call, `filler` what says nothing. */
export type MakeFile = (name: string, sentence: () => string, filler: () => string) => KnownFile;
