import { describe, expect, it } from 'vitest';
import { parseKnowledgeLine } from './lines.ts';

describe('a line of the official memory server’s file', () => {
  it('is an entity or a relation', () => {
    expect(parseKnowledgeLine('{"type":"entity","name":"Ada","entityType":"person","observations":["a","b"]}')).toEqual(
      {
        item: {
          type: 'entity',
          entity: { name: 'Ada', entityType: 'person', observations: ['a', 'b'] },
          otherFields: {},
        },
        notes: [],
      },
    );
    expect(parseKnowledgeLine('{"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}\r')).toEqual({
      item: { type: 'relation', relation: { from: 'Ada', to: 'Acme', relationType: 'works_at' }, otherFields: {} },
      notes: [],
    });
  });

  it('keeps what the server does not know, and says so', () => {
    const { item, notes } = parseKnowledgeLine(
      '{"type":"entity","name":"Ada","entityType":"person","observations":[],"createdAt":"2025-01-01","tags":["x"]}',
    );
    expect(item).toMatchObject({ otherFields: { createdAt: '2025-01-01', tags: ['x'] } });
    expect(notes).toEqual(['has other fields, which are kept: createdAt, tags']);
  });

  it('makes the best of a sloppy one', () => {
    const { item, notes } = parseKnowledgeLine('{"type":"entity","name":"Ada","observations":["a",{"n":1},2]}');
    expect(item).toMatchObject({ entity: { name: 'Ada', entityType: '', observations: ['a', '{"n":1}', '2'] } });
    expect(notes).toEqual([
      'has no entityType; kept with an empty one',
      'has observations that are not texts; kept as JSON',
    ]);
    expect(parseKnowledgeLine('{"type":"entity","name":"Ada","entityType":"x"}')).toMatchObject({
      item: { entity: { observations: [] } },
      notes: ['has no list of observations; kept without'],
    });
  });

  it.each([
    ['{"type":"entity"', 'is not JSON'],
    ['[1]', 'is not an object'],
    ['null', 'is not an object'],
    ['{"type":"note","text":"x"}', 'is neither an entity nor a relation'],
    ['{"name":"Ada"}', 'is neither an entity nor a relation'],
    ['{"type":"entity","name":5}', 'is an entity without a name'],
    ['{"type":"relation","from":"Ada","to":"Acme"}', 'is a relation without from, to or relationType'],
    ['{"type":"entity","name":"\\ud800","entityType":"x","observations":[]}', 'holds half of a surrogate pair'],
  ])('%s cannot be kept: %s', (line, why) => {
    const { item, notes } = parseKnowledgeLine(line);
    expect(item).toBeNull();
    expect(notes.join()).toContain(why);
  });
});
