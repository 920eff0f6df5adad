import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { COMMANDS } from '../generated/commands.ts';
import { readFilter } from './filter-arguments.ts';

const NOW = Date.UTC(2024, 4, 15, 12);
const options = COMMANDS.find(({ name }) => name === 'list')?.options ?? {};
const read = (...flags: string[]) => readFilter(parseArguments(flags, options), NOW);
const day = (text: string) => Date.parse(text);

describe('readFilter', () => {
  it('reads lists', () => {
    expect(
      read(
        '--tag',
        'a',
        '--tag',
        'b',
        '--tag-all',
        'c',
        '--tag-none',
        'd',
        '--source',
        'x',
        '--source',
        'y',
        '--kind',
        'note',
      ),
    ).toEqual({ tags: ['a', 'b'], allTags: ['c'], noTags: ['d'], sources: ['x', 'y'], kinds: ['note'] });
    expect(read()).toEqual({});
    expect(read('--superseded')).toEqual({ includeSuperseded: true });
  });

  it.each([
    ['status=open', { field: 'status', op: 'eq', value: 'open' }],
    ['priority>=2', { field: 'priority', op: 'gte', value: 2 }],
    ['priority < 2.5', { field: 'priority', op: 'lt', value: 2.5 }],
    ['code="2"', { field: 'code', op: 'eq', value: '2' }],
    ['done!=true', { field: 'done', op: 'ne', value: true }],
    ['owner=null', { field: 'owner', op: 'eq', value: null }],
    ['project.name=a=b', { field: 'project.name', op: 'eq', value: 'a=b' }],
    ['due<=2024-05-01', { field: 'due', op: 'lte', value: '2024-05-01' }],
  ])('reads --meta %s', (test, condition) => {
    expect(read('--meta', test)).toEqual({ metadata: [condition] });
  });

  it.each([
    [['--from', '2024-03-05', '--to', '2024-03-05'], { from: day('2024-03-05'), before: day('2024-03-06') }],
    [['--from', 'last week', '--to', 'yesterday'], { from: day('2024-05-06'), before: day('2024-05-15') }],
    [['--to', 'March 2024'], { before: day('2024-04-01') }],
    [['--as-of', '2024-03-31'], { validAt: day('2024-04-01') - 1 }],
    [['--as-of', '2024-03-31T10:00Z'], { validAt: day('2024-03-31T10:00Z') }],
  ])('reads %j', (flags, filter) => {
    expect(read(...flags)).toEqual(filter);
  });

  it.each([
    [['--from', 'soon'], /--from: is not a date/],
    [['--from', 'before June'], /--from: leaves open/],
    [['--meta', 'status'], /--meta: has nothing to compare/],
    [['--meta', 'done>true'], /--meta: cannot put true in an order/],
    [['--kind', 'No Such'], /--kind/],
  ])('refuses %j', (flags, message) => {
    expect(() => read(...flags)).toThrow(message);
  });
});
