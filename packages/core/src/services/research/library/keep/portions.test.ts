import { describe, expect, it } from 'vitest';
import { ZapomniError } from '../../../../errors/index.ts';
import type { Arrival, SavedPaper } from './arrival.ts';
import { PortionWriter, type PortionSteps, type Prepared } from './portions.ts';

/** What is asked of the store and handed to it, in order; a paper is known by its DOI. */
function trial({ conflicts = 0, answered = Promise.resolve() } = {}) {
  const log: string[] = [];
  const stored = new Set<string>();
  let left = conflicts;
  const steps: PortionSteps<Ready, Looked, Looked> = {
    async prepare(arrivals) {
      const dois = arrivals.map(doiOf);
      return { dois, marks: new Set(dois) };
    },
    async look({ dois }) {
      log.push(`look ${dois.join(' ')}`);
      return { dois, known: dois.filter((doi) => stored.has(doi)) };
    },
    async plan(looked) {
      log.push(`plan ${looked.dois.join(' ')}`);
      return looked;
    },
    async write({ dois, known }) {
      log.push(`write ${dois.join(' ')}`);
      if (left-- > 0) throw new ZapomniError('CONFLICT', 'Somebody else was faster.');
      // The store answers when others have had their turn.
      await new Promise((resolve) => setImmediate(resolve));
      await answered;
      for (const doi of dois) stored.add(doi);
      return dois.map((doi) => saved(known.includes(doi) ? 'unchanged' : 'added'));
    },
  };
  return { log, writer: new PortionWriter(steps) };
}

interface Ready extends Prepared {
  readonly dois: readonly string[];
}

interface Looked {
  readonly dois: readonly string[];
  readonly known: readonly string[];
}

function saved(status: SavedPaper['status']): SavedPaper {
  return { status, paper: null, proposals: [], renamedFrom: null };
}

function doiOf({ item }: Arrival): string {
  return item.identifiers[0]?.value ?? '';
}

function papers(...dois: string[]): Arrival[] {
  return dois.map((value) => ({
    item: { type: 'article', contributors: [], identifiers: [{ scheme: 'doi', value }] },
    source: 'bibliography',
  }));
}

describe('portions', () => {
  it('are planned while the one before is written, which stands behind the questions', async () => {
    const { log, writer } = trial();
    const told = [];
    for (const name of ['a', 'b', 'c']) told.push((await writer.push(papers(name))).length);
    told.push((await writer.end()).length);
    expect(log.join(', ')).toBe('look a, plan a, look b, write a, plan b, look c, write b, plan c, write c');
    expect(told).toEqual([0, 0, 0, 3]);
  });

  it('stand behind the one that is written, and no more than one does', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const { log, writer } = trial({ answered });
    for (const name of ['a', 'b', 'c']) await writer.push(papers(name));
    expect(log.filter((line) => line.startsWith('write'))).toEqual(['write a', 'write b']);
    const fourth = writer.push(papers('d'));
    await new Promise((tick) => setImmediate(tick));
    expect(log.at(-1)).toBe('plan c');
    resolve();
    expect(await fourth).toHaveLength(1);
    expect(await writer.end()).toHaveLength(3);
  });

  it('are looked at again where what is written meanwhile may be the same paper', async () => {
    const { log, writer } = trial();
    const told = [];
    for (const names of [['a'], ['b'], ['c', 'a'], ['d', 'c']]) told.push(...(await writer.push(papers(...names))));
    told.push(...(await writer.end()));
    expect(told.map(({ status }) => status)).toEqual(['added', 'added', 'added', 'unchanged', 'added', 'unchanged']);
    expect(log.filter((line) => line === 'look d c')).toHaveLength(2);
    expect(log.lastIndexOf('look d c')).toBeGreaterThan(log.indexOf('write c a'));
  });

  it('are looked at anew where somebody else was faster, and given up when that goes on', async () => {
    const { log, writer } = trial({ conflicts: 2 });
    await writer.push(papers('a'));
    expect(await writer.end()).toHaveLength(1);
    expect(log).toEqual(['look a', 'plan a', 'write a', 'look a', 'plan a', 'write a', 'look a', 'plan a', 'write a']);
    const never = trial({ conflicts: 100 });
    await never.writer.push(papers('a'));
    await expect(never.writer.end()).rejects.toThrow('Somebody else was faster.');
  });
});
