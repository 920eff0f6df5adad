import { describe, expect, it } from 'vitest';
import { outlineOf, type CodeFacts } from '../../../ports/index.ts';
import { identify } from '../link/identity.ts';
import { Program } from '../link/program.ts';
import { symbolsOf } from './kept-symbols.ts';

const nothing = { returns: null, type: null, visibility: null, scope: 0, inner: null, start: 0, end: 0 };

function symbol(kind: string, name: string, parent: number | null, more: object = {}) {
  const lists = { params: [], bases: [], decorators: [], flags: [] };
  return { kind, name, parent, lines: [1, 2], line: 1, signature: name, doc: null, ...nothing, ...lists, ...more };
}

const facts = {
  language: 'go',
  unreadable: [],
  scopes: [],
  imports: [],
  flows: [],
  calls: [{ callee: ['a', ['n', 'app'], 'route'] }],
  symbols: [
    symbol('module', '', null, { doc: 'Said of the file.' }),
    symbol('struct', 'Store', 0, {
      bases: [
        ['n', 'Base'],
        ['k', 3],
      ],
    }),
    symbol('method', 'open', 0, { owner: 'Store', doc: ' Opens it,\n  twice. Then it is open.', params: [{}, {}] }),
    symbol('function', 'twice', 0, { decorators: [['c', 0]] }),
    symbol('function', 'twice', 0),
    symbol('lambda', '', 4),
    symbol('function', 'inner', 4),
  ],
} as unknown as CodeFacts;

describe('symbols of a file', () => {
  const { kept, places } = symbolsOf(outlineOf(facts), { path: 'a.go', isTest: false }, 'repository');

  it('have the ids and names that linking gives them', () => {
    const steps = identify(new Program({ repository: 'repository', files: [{ path: 'a.go', facts }] }), 'repository');
    const { value } = steps.next();
    const linked = value as Exclude<typeof value, void>;
    const named = linked.filter((_, i) => places[i] !== -1).map(({ id, qualified }) => [id, qualified]);
    expect(kept.map(([id, { qualified }]) => [id, qualified])).toEqual(named);
    expect(new Set(kept.map(([id]) => id)).size).toBe(5);
  });

  it('say what they stand in, also where that is said by name', () => {
    const ids = new Map(kept.map(([id, { qualified }]) => [id, qualified]));
    expect(kept.map(([, { qualified, parent }]) => [qualified, ids.get(parent ?? '')])).toEqual([
      ['Store', undefined],
      ['Store.open', 'Store'],
      ['twice', undefined],
      ['twice', undefined],
      ['twice.inner', 'twice'],
    ]);
  });

  it('have the first sentence, and names for what they come from', () => {
    expect(kept[1]?.[1]).toMatchObject({ doc: 'Opens it, twice.', params: 2 });
    expect(kept[0]?.[1].bases).toEqual(['Base']);
    expect(kept[2]?.[1].decorators).toEqual(['app.route']);
  });
});
