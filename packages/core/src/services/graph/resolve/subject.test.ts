import { describe, expect, it } from 'vitest';
import type { MemoryToRead } from '../../../ports/index.ts';
import { recordsRelation, subjectOf } from './subject.ts';

function memory(metadata: MemoryToRead['metadata']): MemoryToRead {
  const text = 'Speaks fluent Spanish. Plays chess.';
  const passages = [
    { id: 1, start: 0, end: 22 },
    { id: 2, start: 23, end: 35 },
  ];
  const times = { occurredAt: null, validFrom: 0, validTo: null, rules: null };
  return { workspace: 'default', memoryId: 'm', version: 1, source: '', metadata, text, passages, ...times };
}

describe('what a memory says of itself', () => {
  it('is what every passage of it is about', () => {
    const [subject, ...more] = subjectOf(memory({ entity: 'Ada', entity_type: 'Person' }));
    expect(more).toEqual([]);
    expect(subject).toMatchObject({ id: 'person:ada', name: 'Ada', confidence: 1 });
    expect(subject?.places.map(({ start, end }) => [start, end])).toEqual([
      [0, 22],
      [23, 35],
    ]);
  });

  it.each([
    [{}],
    [{ entity: 'Ada' }],
    [{ entity: 5, entity_type: 'person' }],
    [{ entity: '…', entity_type: 'person' }],
    [{ entity: 'x'.repeat(10_000), entity_type: 'person' }],
  ])('is nothing for %o', (metadata) => {
    expect(subjectOf(memory(metadata))).toEqual([]);
  });

  it('may be that it records a relation, which the graph has already', () => {
    expect(recordsRelation(memory({ from: 'Ada', relation_type: 'works_at', to: 'Acme' }))).toBe(true);
    expect(recordsRelation(memory({ from: 'Ada', to: 'Acme' }))).toBe(false);
  });
});
