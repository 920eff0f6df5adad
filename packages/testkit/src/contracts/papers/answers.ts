/** What a source says: clean texts, names in parts, identifiers in their one spelling, and nothing it was not asked. */
import { normalizeIdentifier, type BibliographicItem } from '@zapomni/core/model';
import type { PaperQuestion, PaperSource } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { ABSTRACT_BEGINS, FAMILIES, QUERY, TITLE } from '../../replay/made-up/index.ts';
import { SECRET, type SourceBench } from './fixtures.ts';

type AboutOne = Exclude<PaperQuestion, 'search'>;
const QUESTIONS: readonly AboutOne[] = ['lookup', 'match', 'references', 'citedBy', 'copies'];

async function countOf(
  source: PaperSource,
  question: AboutOne,
  id: Parameters<PaperSource['lookup']>[0],
): Promise<number> {
  if (question === 'lookup') return (await source.lookup(id)) ? 1 : 0;
  if (question === 'match') return (await source.match(QUERY)).length;
  if (question === 'copies') return (await source.copies(id)).length;
  return (await source[question](id)).items.length;
}

export function answerClauses(bench: SourceBench): void {
  const { made } = bench;

  describe('an answer', () => {
    it('has clean texts, names in parts and identifiers in their one spelling', async () => {
      const { item } = (await bench.open().lookup(made.known)) ?? expect.fail('it knows the paper');
      expect(item.title).toBe(TITLE);
      if (item.abstract !== undefined) expect(item.abstract).toContain(ABSTRACT_BEGINS);
      for (const text of textsOf(item)) expect(text).not.toMatch(/<[a-z/]|&\w+;|\\[a-z]|\$/i);
      expect(item.contributors.flatMap(({ family = [] }) => family)).toEqual(FAMILIES);
      expect(item.contributors.at(-1)).toMatchObject({ literal: 'QUIET Collaboration' });
      expect(item.issued?.year).toBe(2021);
      expect(item.identifiers).toContainEqual(made.known);
      for (const { scheme, value } of item.identifiers) expect(normalizeIdentifier(scheme, value)?.value).toBe(value);
    });

    it.each(QUESTIONS)(
      'to each question is what the service has, and no question where it has none: %s',
      async (question) => {
        const source = bench.open();
        expect(source.answers.has(question)).toBe(made.answers[question] !== undefined);
        expect(await countOf(source, question, made.known)).toBe(made.answers[question] ?? 0);
        if (made.answers[question] === undefined) expect(bench.server.requests).toEqual([]);
        expect(bench.server.unknown).toEqual([]);
      },
    );

    it('about what it does not know is nothing', async () => {
      const source = bench.open();
      expect(await source.lookup(made.unknown)).toBeNull();
      expect(await source.copies(made.unknown)).toEqual([]);
      expect(await source.references(made.unknown)).toMatchObject({ items: [], next: null });
      expect(bench.server.unknown.filter((path) => !/references|citations/.test(path))).toEqual([]);
    });

    it('about an identifier that it cannot be asked for is nothing, without a question', async () => {
      const source = bench.open();
      expect(await source.lookup(made.foreign)).toBeNull();
      expect(await source.copies(made.foreign)).toEqual([]);
      for (const list of ['references', 'citedBy'] as const) {
        expect(await source[list](made.foreign)).toMatchObject({ items: [], next: null });
      }
      expect(bench.server.requests).toEqual([]);
    });

    it('says who asks in no other place than where the service wants it', async () => {
      const source = bench.open();
      await source.lookup(made.known);
      expect(source.about).toMatchObject({ host: expect.stringContaining(made.name) as string, isOn: true });
      const asked = bench.server.requests.map(({ path, headers }) => `${path} ${JSON.stringify(headers)}`).join('\n');
      expect(asked.includes(SECRET)).toBe(source.about.key !== null);
    });

    it('is the same for each of two processes, which keep one pace', async () => {
      const [one, other] = [bench.open(), bench.open()];
      const first = await one.lookup(made.known, { fresh: true });
      const asked = bench.server.requests.length;
      const [begun, waits] = [bench.now, bench.waited.length];
      expect(await other.lookup(made.known, { fresh: true })).toEqual(first);
      expect(bench.server.requests.length).toBe(2 * asked);
      expect(bench.waited.length).toBeGreaterThan(waits);
      expect(bench.now).toBeGreaterThan(begun);
    });
  });
}

function textsOf(item: BibliographicItem): string[] {
  const { identifiers: _, ...rest } = item;
  const flat = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [];
  };
  return flat(rest);
}
