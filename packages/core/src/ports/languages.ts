import type { Embedder } from './embedder.ts';

/**
 * What is installed for texts that the built-in model cannot read. Contract: the user installs and removes it while others run;
 * nothing is loaded before it is used.
 */
export interface Languages {
  /** The name of the installed model's vectors, or null. Asked often: one look at the disk. */
  installed(): string | null;
  /** The installed model, cold; whoever asked for it closes it. */
  open(): Embedder;
  /** What the installed model's cosines mean: of a question with an answer to another one, and with its own. */
  readonly scale: { readonly unrelated: number; readonly related: number };
  /** Whether a text is in English, as far as its letters and words tell. One that says nothing in any language counts as English. */
  isEnglish(text: string): Promise<boolean>;
}
