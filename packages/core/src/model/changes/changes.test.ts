import { describe, expect, it } from 'vitest';
import { changesOfAddition, changesOfProgress, changesOfRecordWrites, changesOfWork } from './changes-of.ts';
import { changeTo } from './store-change.ts';

const many = (count: number, length = 1) => Array.from({ length: count }, (_, n) => `${n}`.padStart(length, '-'));

describe('a change', () => {
  it('names each id once, and nothing at all where nothing changed', () => {
    expect(changeTo('memory.changed', 'default', ['a', 'b', 'a'])).toEqual([
      { kind: 'memory.changed', workspace: 'default', ids: ['a', 'b'] },
    ]);
    expect(changeTo('memory.changed', 'default', [])).toEqual([]);
  });

  it.each([
    ['a hundred', many(100), 100],
    ['more than a hundred', many(101), 0],
    ['a few that are very long', many(3, 2000), 0],
  ])('stays small: %s', (_, ids, named) => {
    expect(changeTo('record.changed', null, ids)).toMatchObject([{ ids: { length: named } }]);
  });
});

describe('the changes of', () => {
  it('an addition are told workspace by workspace, without what was there already', () => {
    const draft = (workspace: string, supersedes: string | null = null) => ({ workspace, supersedes });
    const stored = (id: string, status: 'stored' | 'duplicate' = 'stored') => ({ id, status });
    const changes = changesOfAddition(
      [draft('one'), draft('two', 'old'), draft('one'), draft('three')],
      [stored('a'), stored('b'), stored('c'), stored('d', 'duplicate')],
    );
    expect(changes).toEqual([
      { kind: 'memory.added', workspace: 'one', ids: ['a', 'c'] },
      { kind: 'memory.added', workspace: 'two', ids: ['b'] },
      { kind: 'memory.changed', workspace: 'two', ids: ['old'] },
    ]);
  });

  it('records have their collection in the ids', () => {
    const writes = [
      { collection: 'bookmarks', key: 'a/b' },
      { collection: 'visits', key: '1' },
    ];
    expect(changesOfRecordWrites('default', writes)).toEqual([
      { kind: 'record.changed', workspace: 'default', ids: ['bookmarks/a/b', 'visits/1'] },
    ]);
  });

  it('work are told workspace by workspace; a lease that is only kept is none', () => {
    const items = [
      { id: '1', workspace: null },
      { id: '2', workspace: 'default' },
      { id: '3', workspace: null },
    ];
    expect(changesOfWork(items)).toEqual([
      { kind: 'work.changed', workspace: null, ids: ['1', '3'] },
      { kind: 'work.changed', workspace: 'default', ids: ['2'] },
    ]);
    const told = [{ id: '1', progress: { done: 1 } }, { id: '2' }, { id: 'lost', progress: { done: 1 } }];
    expect(changesOfProgress([{ id: '1' }, { id: '2' }], told)).toEqual([
      { kind: 'work.changed', workspace: null, ids: ['1'] },
    ]);
  });
});
