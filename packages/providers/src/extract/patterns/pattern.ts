/** What is recognised by its spelling alone. */
export interface Pattern {
  readonly type: string;
  /** Global. Takes linear time: repetitions are bounded, and a match begins where nothing of its kind stands before it. */
  readonly regex: RegExp;
  readonly confidence: number;
  /** Where the spelling leaves a doubt. */
  accepts?(match: string, text: string, start: number): boolean;
  /** Characters at the end that belong to the sentence. */
  readonly trailing?: RegExp;
}

export interface Thing {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}
