/** Puts what belongs to a memory into the one order that every engine gives it in, whatever order its rows have. */
import { compareParts } from './record-names.ts';
import type { IndexEntry } from '../record.ts';
import type { EvidenceState, MentionState, NameState, VectorState } from './records.ts';

export function arrangeVectors(vectors: readonly VectorState[]): VectorState[] {
  return vectors.toSorted((a, b) => compareParts([a.passage, a.model], [b.passage, b.model]));
}

export function arrangeMentions(mentions: readonly MentionState[]): MentionState[] {
  const place = ({ passage, start, end, entity }: MentionState) => [passage, start, end, entity];
  return mentions.toSorted((a, b) => compareParts(place(a), place(b)));
}

export function arrangeNames(names: readonly NameState[]): NameState[] {
  return names.toSorted((a, b) => compareParts([a.entity, a.form], [b.entity, b.form]));
}

/** Entries of an index with the same value are one. */
export function arrangeEntries(entries: readonly IndexEntry[]): IndexEntry[] {
  const ordered = entries.toSorted((a, b) => compareParts([a.index, a.value], [b.index, b.value]));
  return ordered.filter((one, i) => one.index !== ordered[i - 1]?.index || one.value !== ordered[i - 1]?.value);
}

export function arrangeBlobs(blobs: readonly string[]): string[] {
  return [...new Set(blobs)].sort();
}

/** A piece as an engine has it: it and the one that it continues are named by the engine's own ids. */
export interface StoredEvidence<Id> extends Omit<EvidenceState, 'continues'> {
  readonly id: Id;
  readonly previous: Id | null;
}

export function arrangeEvidence<Id>(pieces: readonly StoredEvidence<Id>[]): EvidenceState[] {
  const ordered = pieces.toSorted((a, b) => compareParts(placeOf(a), placeOf(b)));
  const places = new Map(ordered.map(({ id }, place) => [id, place]));
  return ordered.map(({ id: _id, previous, ...piece }) => ({
    ...piece,
    continues: previous === null ? null : (places.get(previous) ?? null),
  }));
}

function placeOf(piece: Omit<EvidenceState, 'continues'>): (string | number | null)[] {
  const { source, type, target, recordedAt, version, start, end, validFrom, validTo, confidence, asserted } = piece;
  const relation = [source, type, target];
  return [
    ...relation,
    recordedAt,
    version,
    start,
    end,
    validFrom,
    validTo,
    confidence,
    asserted ? 1 : 0,
    piece.recordedTo,
  ];
}
