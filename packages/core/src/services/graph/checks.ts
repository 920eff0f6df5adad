/** Checks of what callers say to the graph, whatever door they came through. Each throws INVALID_INPUT naming the field. */
import { invalidField } from '../../errors/index.ts';
import { LONGEST_NAME, LONGEST_TYPE, nameKey, relationType, typeKey } from '../../model/index.ts';

/** What a Date can hold. */
const LAST_MOMENT = 8.64e15;

export function checkWhole(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidField(field, `must be a whole number ${min}–${max}`);
}

/** Passes on what is left out. */
export function checkConfidence(value: number | undefined, field = 'min_confidence'): number | undefined {
  if (value === undefined || (value >= 0 && value <= 1)) return value;
  throw invalidField(field, 'must be a number 0–1');
}

/** A name, alias or id of an entity. */
export function checkName(name: string, field: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || nameKey(trimmed, '') === '') throw invalidField(field, 'cannot be empty');
  // An id is a type, a colon and a name.
  if (trimmed.length > LONGEST_NAME + LONGEST_TYPE + 1) {
    throw invalidField(field, `is longer than ${LONGEST_NAME} characters`, 'Give a name, not a text.');
  }
  if (!trimmed.isWellFormed()) throw invalidField(field, 'holds half of a surrogate pair');
  return trimmed;
}

/** A name that an entity may get. */
export function checkNewName(name: string, field: string): string {
  const trimmed = checkName(name, field);
  if (trimmed.length > LONGEST_NAME) throw invalidField(field, `is longer than ${LONGEST_NAME} characters`);
  if (/\p{Cc}/u.test(trimmed)) throw invalidField(field, 'holds control characters');
  return trimmed;
}

/** As written; what it means is `typeKey`'s to say. */
export function checkEntityType(type: string, field: string): string {
  const trimmed = type.trim();
  const isWord = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_./+#&-]*$/u.test(typeKey(trimmed));
  if (isWord && trimmed.length <= LONGEST_TYPE && trimmed.isWellFormed()) return trimmed;
  throw invalidField(field, `must be words of 1–${LONGEST_TYPE} letters, digits and _`, 'For example: person.');
}

export function checkRelationType(type: string, field: string): string {
  const checked = relationType(type);
  if (checked !== '' && checked.length <= LONGEST_TYPE) return checked;
  throw invalidField(field, `must be words of 1–${LONGEST_TYPE} letters and digits`, 'For example: WORKS_FOR.');
}

/** For what is asserted: it must be possible at least. */
export function checkAssertedConfidence(value: number | undefined, field: string): number {
  if (value === undefined) return 1;
  if (value > 0 && value <= 1) return value;
  throw invalidField(field, 'must be a number above 0, at most 1');
}

/** A moment in milliseconds since the epoch. Passes on what is left out. */
export function checkMoment(value: number | undefined, field: string): number | undefined {
  if (value === undefined || (Number.isInteger(value) && Math.abs(value) <= LAST_MOMENT)) return value;
  throw invalidField(field, 'is not a time');
}
