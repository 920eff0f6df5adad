import { describe, expect, it } from 'vitest';
import type { KeptFile } from '../store/index.ts';
import { inStoringOrder } from './storing-order.ts';

const paths = (names: readonly string[], known: ReadonlyMap<string, KeptFile> = new Map()): string[] =>
  inStoringOrder(
    names.map((path) => ({ path })),
    known,
  ).map(({ path }) => path);

describe('the order of storing', () => {
  it('has source first, shallow before deep, then what stands beside it, prose, and tests', () => {
    const names = ['tests/test_a.py', 'README.md', 'docs/conf.py', 'src/deep/er/b.py', 'src/a.py'];
    expect(paths(names)).toEqual(['src/a.py', 'src/deep/er/b.py', 'docs/conf.py', 'README.md', 'tests/test_a.py']);
  });

  it('goes by importance where that is known, and leaves equal ones as they are', () => {
    const known = new Map([['src/z.py', { value: { importance: 0.4 } } as KeptFile]]);
    expect(paths(['src/b.py', 'src/a.py', 'src/z.py'], known)).toEqual(['src/z.py', 'src/b.py', 'src/a.py']);
  });
});
