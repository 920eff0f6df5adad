/**
 * What relates to what. An entity is a thing with a name; a relation joins two of them and stands on evidence, never on
 * nothing. Two clocks run through every piece of evidence, as through a memory: *valid time* (when it was so in the world)
 * and *transaction time* (when the store believed it). All times are milliseconds since the epoch.
 */

/** A thing as somebody named it. Its id follows from type and name alone (`entityId`), in its workspace. */
export interface EntityDraft {
  /** `person`, `organization`, `technology`…: any word. */
  readonly type: string;
  /** As written. */
  readonly name: string;
  /** Other forms met with it: an acronym, a short form. */
  readonly aliases?: readonly string[];
}

export interface Entity {
  /** `type:key`, see `entityId`. Unique in its workspace, the same whenever and wherever it is met again. */
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
  readonly name: string;
  /** Every other form, those of merged entities too. */
  readonly aliases: readonly string[];
  /** Somebody asserted it; it stays when nothing mentions it any more. */
  readonly asserted: boolean;
  readonly createdAt: number;
  /** In how many live passages it is mentioned, merged entities included; and how many relations it has. */
  readonly mentions: number;
  readonly relations: number;
  /** The entities merged into this one. */
  readonly merged: readonly string[];
}

/** Offsets are UTF-16 code units of the memory's text. */
export interface Mention {
  readonly start: number;
  readonly end: number;
}

/** Where a relation is known from. `memoryId` is null when somebody asserted it without naming one. */
export interface Evidence {
  readonly memoryId: string | null;
  /** The version of the memory that brought the text that the offsets are of; 0 without a memory. */
  readonly version: number;
  readonly start: number;
  readonly end: number;
  /** 0–1. */
  readonly confidence: number;
  readonly validFrom: number;
  /** Null while it holds. */
  readonly validTo: number | null;
  readonly recordedAt: number;
  /** Null while it is believed. */
  readonly recordedTo: number | null;
}

/** A relation as seen at one moment of both clocks. */
export interface Relation {
  /** `source TYPE target` by entity ids; unique in its workspace. */
  readonly id: string;
  readonly workspace: string;
  readonly source: string;
  /** Upper case with underscores: `WORKS_FOR`. */
  readonly type: string;
  readonly target: string;
  /** 1 − Π(1 − confidence) over the evidence that holds: more evidence, more strength. */
  readonly strength: number;
  /** How many pieces of evidence hold. */
  readonly evidence: number;
  /** When the earliest evidence that holds began to; when the last one ends (null: it does not). */
  readonly validFrom: number;
  readonly validTo: number | null;
}

/** A moment on both clocks. Either is now when left out. */
export interface AsOf {
  readonly validAt?: number;
  readonly knownAt?: number;
}
