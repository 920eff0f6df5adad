/** What may be a name, a type or a place. INVALID_INPUT names the field; nothing has been written by then. */
import { LONGEST_NAME, LONGEST_TYPE, nameKey, typeKey, type EntityDraft } from '@zapomni/core/model';
import { invalidField } from '@zapomni/core/errors';
import type { RelationDraft } from '@zapomni/core/ports';

export function checkEntity(draft: EntityDraft, field: string): void {
  checkWord(draft.type, `${field}.type`, LONGEST_TYPE);
  if (typeKey(draft.type) === '') throw invalidField(`${field}.type`, 'holds no letter');
  for (const [form, where] of [[draft.name, 'name'], ...(draft.aliases ?? []).map((alias) => [alias, 'aliases'])]) {
    checkWord(form ?? '', `${field}.${where}`, LONGEST_NAME);
    if (nameKey(form ?? '', draft.type) === '')
      throw invalidField(`${field}.${where}`, 'holds no letter, digit or symbol');
  }
}

export function checkRelationType(type: string, field: string): void {
  checkWord(type, field, LONGEST_TYPE);
  if (type.includes('\t')) throw invalidField(field, 'holds a tab');
}

function checkWord(word: string, field: string, longest: number): void {
  if (word.trim() === '') throw invalidField(field, 'is empty');
  if (word.length > longest) throw invalidField(field, `is longer than ${longest} characters`, 'Give a shorter one.');
  if (!word.isWellFormed()) throw invalidField(field, 'contains half of a surrogate pair', 'Send valid Unicode text.');
}

export function checkConfidence(confidence: number, field: string): void {
  if (!(confidence > 0 && confidence <= 1)) throw invalidField(field, 'must be above 0, and at most 1');
}

export function checkTimes(validFrom: number, validTo: number | null, field: string): void {
  if (!Number.isSafeInteger(validFrom)) throw invalidField(`${field}.validFrom`, 'must be a time in milliseconds');
  if (validTo === null) return;
  if (!Number.isSafeInteger(validTo)) throw invalidField(`${field}.validTo`, 'must be a time in milliseconds');
  if (validTo <= validFrom) throw invalidField(`${field}.validTo`, 'must be later than validFrom');
}

/** A place in a text, and a text to have it in. */
export function checkPlace({ place, memoryId }: Pick<RelationDraft, 'place' | 'memoryId'>, field: string): void {
  if (!place) return;
  const { start, end } = place;
  if (memoryId === null) throw invalidField(`${field}.place`, 'is in no memory');
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end))
    throw invalidField(`${field}.place`, 'is no place in a text');
}
