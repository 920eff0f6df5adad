import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toPhrase, toQueryTerms } from '@zapomni/core/model';
import type { NewMemory, Storage, WordQuery } from '@zapomni/core/ports';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { seeded } from '@zapomni/testkit/seeded';
import { memory, NOW, textPatch, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from './fixture.ts';
import { WordOracle, type KnownPassage } from './word-oracle.ts';

const server = await falkordbForTests();

/** More than a filter is asked to list. */
const PASSAGES = 6000;
const ROUNDS = 12;
const QUESTIONS = 20;
const WORDS = 400;

const random = seeded(11);
const below = (most: number): number => Math.floor(random() * most);
const anyOf = <One>(list: readonly One[]): One => list[below(list.length)] as One;
/** A few words are in nearly every passage, most in hardly any. */
const word = (): string => `w${Math.floor(WORDS * random() ** 3)}x`;
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

function randomText(): string {
  const text = words(2 + below(14));
  // So often that no single token says how often.
  return below(40) === 0 ? `${text} ${`${word()} `.repeat(3 + below(30))}` : text;
}

const randomMemory = (): NewMemory =>
  memory(randomText(), { tags: [`one-in-fifty-${below(50)}`, below(20) === 0 ? 'seldom' : 'mostly'] });

/** A store, and what it must answer; others change it, too. */
class Trial {
  readonly oracle = new WordOracle();

  async add(storage: Storage, memories: readonly NewMemory[]): Promise<void> {
    const stored = await storage.memories.add(memories, NOW);
    for (const [i, { id, text, tags, supersedes }] of memories.entries()) {
      const passageId = stored[i]?.passageIds[0] ?? 0;
      this.oracle.put({ passageId, memoryId: id, text, tags, superseded: false });
      if (supersedes !== null) this.oracle.supersede(supersedes);
    }
  }

  async remove(storage: Storage): Promise<void> {
    const ids = [...new Set(Array.from({ length: 3 }, () => anyOf(this.oracle.live).memoryId))];
    await storage.memories.remove(WORKSPACE, ids, NOW);
    for (const id of ids) this.oracle.remove(id);
  }

  async update(storage: Storage): Promise<void> {
    const { memoryId, tags } = anyOf(this.oracle.live);
    const text = randomText();
    const { passageIds } = await storage.memories.update(WORKSPACE, memoryId, { text: textPatch(text) }, NOW);
    this.oracle.remove(memoryId);
    this.oracle.put({ passageId: passageIds[0] ?? 0, memoryId, text, tags, superseded: false });
  }

  /** Some added, some of them in place of others; in some rounds others removed or changed. */
  async change(storage: Storage, round: number): Promise<void> {
    const olds = [...new Set(Array.from({ length: round % 3 }, () => anyOf(this.oracle.live).memoryId))];
    const replacing = olds.map((supersedes) => ({ ...randomMemory(), supersedes }));
    await this.add(storage, [...Array.from({ length: below(30) }, randomMemory), ...replacing]);
    if (round % 4 === 2) await this.remove(storage);
    if (round % 4 === 3) await this.update(storage);
  }

  randomQuery(): WordQuery {
    const terms = toQueryTerms(words(1 + below(8)));
    const held = toPhrase(anyOf(this.oracle.live).text);
    const at = below(Math.max(held.length - 2, 1));
    return {
      terms,
      ...(below(4) === 0 && { phrases: [held.slice(at, at + 1 + below(2))] }),
      ...(below(4) === 0 && { excluded: [below(2) === 0 ? toQueryTerms(word()).slice(0, 1) : held.slice(0, 2)] }),
    };
  }
}

interface Filter {
  readonly filter: { tags?: string[]; includeSuperseded?: boolean };
  readonly lets: (passage: KnownPassage) => boolean;
}

function randomFilter(): Filter {
  const tag = `one-in-fifty-${below(50)}`;
  const tagged =
    (one: string) =>
    ({ tags, superseded }: KnownPassage): boolean =>
      tags.includes(one) && !superseded;
  return anyOf<Filter>([
    { filter: {}, lets: ({ superseded }) => !superseded },
    { filter: { includeSuperseded: true }, lets: () => true },
    { filter: { tags: [tag] }, lets: tagged(tag) },
    { filter: { tags: ['seldom'] }, lets: tagged('seldom') },
    { filter: { tags: ['mostly'] }, lets: tagged('mostly') },
  ]);
}

describe.skipIf(!server)('words on FalkorDB', () => {
  test('hits, scores and order are those of ranking every passage anew, whoever changes what meanwhile', async () => {
    const { storage, open, destroy } = openFixture(server?.url ?? '');
    const partner = open({ keptPostings: 20_000 });
    const trial = new Trial();
    for (let added = 0; added < PASSAGES; added += 1000) {
      await trial.add(storage, Array.from({ length: 1000 }, randomMemory));
    }
    let hits = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await trial.change(anyOf([storage, partner]), round);
      for (let i = 0; i < QUESTIONS; i++) {
        const [query, { filter, lets }, k] = [trial.randomQuery(), randomFilter(), anyOf([1, 10, 100, 1000])];
        const found = await anyOf([storage, partner]).fullText.search(query, k, { workspace: WORKSPACE, filter });
        const expected = trial.oracle.search(query, k, lets);
        expect(found, JSON.stringify({ round, query, k, filter })).toEqual(expected);
        hits += found.length;
      }
      const asked = toQueryTerms(words(10));
      const { counts } = await anyOf([storage, partner]).fullText.frequencies(asked, WORKSPACE);
      expect(counts).toEqual(asked.map((term) => trial.oracle.frequency(term)));
    }
    expect(hits).toBeGreaterThan(ROUNDS * QUESTIONS);
    await destroy();
  }, 120_000);

  test('what was kept of a server is forgotten with what that server lost', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'zapomni-words-'));
    const [data, copy] = [path.join(dir, 'data'), path.join(dir, 'copy')];
    await mkdir(data);
    const own = await startFalkordb({ dir: data });
    onTestFinished(async () => {
      await own.stop();
      await rm(dir, { recursive: true });
    });
    const { storage, destroy } = openFixture(own.url);
    const find = async (term: string): Promise<string[]> =>
      (await storage.fullText.search({ terms: [term] }, 10, { workspace: WORKSPACE })).map(({ memoryId }) => memoryId);
    const [first, lost, later] = [memory('heron'), memory('heron lost'), memory('otter late')];
    await storage.memories.add([first], NOW);
    await own.kill();
    await cp(data, copy, { recursive: true });
    await own.restart();
    await storage.memories.add([lost], NOW);
    expect((await find('heron')).toSorted()).toEqual([first.id, lost.id].toSorted());
    await own.kill();
    await rm(data, { recursive: true });
    await cp(copy, data, { recursive: true });
    await own.restart();
    // As many passages, words and numbers as there were before.
    await storage.memories.add([later], NOW);
    expect(await find('heron')).toEqual([first.id]);
    expect(await find('otter')).toEqual([later.id]);
    await destroy();
  }, 60_000);
});
