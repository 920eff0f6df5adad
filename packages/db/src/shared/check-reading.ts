/** Whether a reading can be stored with its memory. INVALID_INPUT names what is wrong; nothing has been written by then. */
import type { Reading } from '@zapomni/core/ports';
import { invalidField } from '@zapomni/core/errors';
import { checkConfidence, checkEntity, checkRelationType, checkTimes } from './check-drafts.ts';

/** The memory that was read. */
export interface ReadText {
  readonly length: number;
  hasPassage(id: number): boolean;
}

export function checkReading(reading: Reading, text: ReadText): void {
  for (const [i, draft] of reading.entities.entries()) checkEntity(draft, `entities[${i}]`);
  const isEntity = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < reading.entities.length;
  for (const [i, mention] of reading.mentions.entries()) {
    const field = `mentions[${i}]`;
    if (!isEntity(mention.entity)) throw invalidField(`${field}.entity`, 'is not an index into the entities');
    if (!text.hasPassage(mention.passageId)) {
      throw invalidField(`${field}.passageId`, 'is not a passage of the memory');
    }
    checkPlace(mention, text, field);
  }
  for (const [i, relation] of reading.relations.entries()) {
    const field = `relations[${i}]`;
    for (const end of ['source', 'target'] as const) {
      if (!isEntity(relation[end])) throw invalidField(`${field}.${end}`, 'is not an index into the entities');
    }
    checkRelationType(relation.type, `${field}.type`);
    checkConfidence(relation.confidence, `${field}.confidence`);
    checkTimes(relation.validFrom, relation.validTo, field);
    checkPlace(relation, text, field);
  }
}

function checkPlace({ start, end }: { start: number; end: number }, { length }: ReadText, field: string): void {
  const inside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length;
  if (!inside) throw invalidField(`${field}.start`, 'lies outside the text');
}
