/** The index against looking at every passage: whatever happened to it, both must give the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { toPhrase, toQueryTerms, toTerms, type MemoryFilter } from '@zapomni/core/model';
import type { NewMemory, PassageHit, WordQuery } from '@zapomni/core/ports';
import { seeded } from '@zapomni/testkit/seeded';
import { verifies } from '@zapomni/testkit/verifies';
import { numberedMemory } from '../../testing/numbered-memory.ts';
import { openTrial, SMALL, type Trial } from '../../testing/open-trial.ts';
import { editsBetween } from '../../../../shared/edits.ts';

const WORKSPACES = ['default', 'other'];
/** Some sort differently by UTF-16 and by UTF-8, some begin alike. */
const WORDS =
  'sea salt sail sailor seal stone river rivet apple apples zinc q \u{20bb7} \uff71 ąbc žluť 日本 über'.split(' ');

let folders: string[] = [];
let trials: Trial[] = [];

afterEach(() => {
  for (const trial of trials) trial.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  [trials, folders] = [[], []];
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-words-'));
  folders.push(folder);
  return folder;
}

function open(folder: string, limits = SMALL): Trial {
  const trial = openTrial(folder, limits);
  trials.push(trial);
  return trial;
}

/** Whole numbers below a bound, the same in every run. */
function numbers(seed: number): (below: number) => number {
  const random = seeded(seed);
  return (below) => Math.floor(random() * below);
}

interface Known {
  memory: NewMemory;
  passages: { id: number; terms: string[]; phrase: string[] }[];
  live: boolean;
}

/** Every passage, and what looking at each of them gives. */
class Truth {
  readonly known = new Map<string, Known>();

  set(memory: NewMemory, passageIds: readonly number[], live: boolean): void {
    const passages = passageIds.map((id, i) => {
      const text = memory.text.slice(...cutOf(memory, i));
      return { id, terms: toTerms(text), phrase: toPhrase(text) };
    });
    this.known.set(memory.id, { memory, passages, live });
  }

  count(term: string, workspace: string): number {
    return this.#passages(workspace).filter(({ terms }) => terms.includes(term)).length;
  }

  similar(term: string, workspace: string): string[] {
    const edits = term.length < 6 ? 1 : 2;
    const near = (other: string): boolean =>
      other !== term && [...other][0] === [...term][0] && editsBetween(other, term, edits) <= edits;
    return term.length < 3 ? [] : this.#passages(workspace).flatMap(({ terms }) => terms.filter(near));
  }

  #passages(workspace: string): Known['passages'] {
    const here = [...this.known.values()].filter(({ memory }) => memory.workspace === workspace);
    return here.flatMap(({ passages }) => passages);
  }

  search(query: WordQuery, workspace: string, filter: MemoryFilter): Map<number, number> {
    const here = [...this.known.values()].filter(({ memory }) => memory.workspace === workspace);
    const all = here.flatMap(({ passages }) => passages);
    const mean = all.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(all.length, 1);
    const df = (term: string): number => all.filter(({ terms }) => terms.includes(term)).length;
    const begin = new Set(
      all.flatMap(({ terms }) => terms).filter((t) => query.prefixes?.some((p) => t.startsWith(p))),
    );
    const wanted = new Set([...query.terms, ...(query.phrases ?? []).flat(), ...begin]);
    const idf = new Map([...wanted].map((t) => [t, Math.log(1 + (all.length - df(t) + 0.5) / (df(t) + 0.5))]));
    const found = here.filter((one) => passes(one, filter)).flatMap(({ passages }) => passages);
    const scored = found
      .filter((passage) => matches(passage, query))
      .map(({ id, terms }) => {
        const part = (term: string): number => {
          const tf = terms.filter((one) => one === term).length;
          return ((idf.get(term) ?? 0) * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * terms.length) / mean));
        };
        return [id, [...wanted].reduce((sum, term) => sum + part(term), 0)] as const;
      });
    return new Map(scored.filter(([, score]) => score > 0));
  }
}

function cutOf(memory: NewMemory, i: number): [number, number] {
  const span = memory.passages[i];
  return [span?.start ?? 0, span?.end ?? 0];
}

function passes({ memory, live }: Known, filter: MemoryFilter): boolean {
  if (!live && !filter.includeSuperseded) return false;
  if (filter.tags && !filter.tags.some((tag) => memory.tags.includes(tag))) return false;
  if (filter.sources && !filter.sources.includes(memory.source)) return false;
  return filter.from === undefined || (memory.occurredAt ?? 0) >= filter.from;
}

function matches({ terms, phrase }: Known['passages'][0], { phrases = [], excluded = [] }: WordQuery): boolean {
  const line = ` ${phrase.join(' ')} `;
  const holds = (wanted: readonly string[]): boolean =>
    wanted.length > 1 ? line.includes(` ${wanted.join(' ')} `) : terms.includes(wanted[0] ?? '');
  return phrases.every(holds) && !excluded.some(holds);
}

type Random = ReturnType<typeof numbers>;

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

function makeText(random: Random): string {
  // Low numbers are drawn more often, as in a language.
  const word = (): string => WORDS[Math.min(random(WORDS.length), random(WORDS.length))] as string;
  return Array.from({ length: 1 + random(20) }, word).join(' ');
}

function makeMemory(random: Random, number: number): NewMemory {
  const text = makeText(random);
  const middle = text.indexOf(' ', text.length / 2);
  const cut =
    middle > 0 && random(3) === 0
      ? [
          { start: 0, end: middle },
          { start: middle, end: text.length },
        ]
      : undefined;
  return {
    ...numberedMemory(1, number),
    workspace: pick(random, WORKSPACES),
    text,
    tags: [`t${random(4)}`],
    source: `s${random(2)}`,
    occurredAt: random(100),
    passages: cut ?? [{ start: 0, end: text.length }],
  };
}

const phrase = (random: Random, length: number): string[] =>
  toPhrase(Array.from({ length }, () => pick(random, WORDS)).join(' '));

function makeQuery(random: Random): WordQuery {
  return {
    terms: random(5) === 0 ? [] : toQueryTerms(phrase(random, 1 + random(4)).join(' ')),
    ...(random(4) === 0 ? { phrases: [phrase(random, 1 + random(2))] } : {}),
    ...(random(4) === 0 ? { excluded: [phrase(random, 1 + random(2))] } : {}),
    ...(random(5) === 0 ? { prefixes: [pick(random, ['s', 'sa', 'ri', 'ap', '日'])] } : {}),
  };
}

function makeFilter(random: Random): MemoryFilter {
  return {
    ...(random(3) === 0 ? { includeSuperseded: true } : {}),
    ...(random(4) === 0 ? { tags: ['t1', 't2'] } : {}),
    ...(random(6) === 0 ? { sources: ['s1'] } : {}),
    ...(random(6) === 0 ? { from: 40 } : {}),
  };
}

function expectSame(hits: readonly PassageHit[], truth: ReadonlyMap<number, number>, k: number): void {
  const best = [...truth.values()].toSorted((a, b) => b - a).slice(0, k);
  expect(hits).toHaveLength(best.length);
  expect(new Set(hits.map((hit) => hit.passageId)).size).toBe(hits.length);
  for (const [i, hit] of hits.entries()) {
    expect(hit.score).toBeCloseTo(best[i] ?? 0, 6);
    expect(truth.get(hit.passageId)).toBeCloseTo(hit.score, 6);
  }
}

class Play {
  readonly truth = new Truth();
  readonly random: Random;
  #number = 0;

  constructor(random: Random) {
    this.random = random;
  }

  step(trial: Trial): void {
    const { random, truth } = this;
    const some = [...truth.known.values()];
    const one = some.length > 0 ? pick(random, some) : undefined;
    const action = random(100);
    if (action < 45 || !one) this.#add(trial, null);
    else if (action < 55) this.#update(trial, one);
    else if (action < 65) this.#remove(trial, some);
    else if (action < 75 && one.live) this.#add(trial, one.memory);
    else if (action === 99) this.#clear(trial);
    else for (let i = random(12); i > 0; i--) trial.portion();
  }

  compare(trial: Trial): void {
    const { random } = this;
    const [query, filter, k] = [makeQuery(random), makeFilter(random), 1 + random(12)];
    const workspace = pick(random, WORKSPACES);
    expectSame(trial.fullText.search(query, k, { workspace, filter }), this.truth.search(query, workspace, filter), k);
    this.#compareTerms(trial, workspace);
  }

  #compareTerms(trial: Trial, workspace: string): void {
    const [term = '', other = ''] = phrase(this.random, 2);
    const count = (one: string): number => this.truth.count(one, workspace);
    expect(trial.fullText.frequencies([term, other], workspace).counts).toEqual([count(term), count(other)]);
    const similar = trial.fullText.similar(term, workspace, 9);
    expect(similar).toEqual(similar.map((one) => ({ term: one.term, passages: count(one.term) })));
    expect(new Set(similar.map((one) => one.term))).toEqual(new Set(this.truth.similar(term, workspace)));
  }

  #add(trial: Trial, replaced: NewMemory | null): void {
    const count = replaced ? 1 : 1 + this.random(5);
    const memories = Array.from({ length: count }, () => ({
      ...makeMemory(this.random, this.#number++),
      ...(replaced ? { workspace: replaced.workspace, supersedes: replaced.id } : {}),
    }));
    const stored = trial.memories.add(memories, 1);
    for (const [i, { passageIds }] of stored.entries()) this.truth.set(memories[i] as NewMemory, passageIds, true);
    const old = replaced ? this.truth.known.get(replaced.id) : undefined;
    if (old) old.live = false;
  }

  #update(trial: Trial, { memory, live }: Known): void {
    const text = makeText(this.random);
    const patch = { text: { text, hash: memory.hash, passages: [{ start: 0, end: text.length }] } };
    const { passageIds } = trial.memories.update(memory.workspace, memory.id, patch, 2);
    this.truth.set({ ...memory, text, passages: patch.text.passages }, passageIds, live);
  }

  #remove(trial: Trial, some: readonly Known[]): void {
    const { workspace } = pick(this.random, some).memory;
    const here = some.map(({ memory }) => memory).filter((memory) => memory.workspace === workspace);
    const gone = here.filter(() => this.random(here.length) < 2).map((memory) => memory.id);
    trial.memories.remove(workspace, gone, 3);
    for (const id of gone) this.truth.known.delete(id);
  }

  #clear(trial: Trial): void {
    const workspace = pick(this.random, WORKSPACES);
    trial.memories.clear(workspace, 3);
    for (const { memory } of this.truth.known.values()) {
      if (memory.workspace === workspace) this.truth.known.delete(memory.id);
    }
  }
}

test.each([1, 2, 3, 4])('two processes add, change, remove, pack and merge: every answer is right (%i)', (seed) => {
  verifies('D003', 'P025');
  const folder = makeFolder();
  const both = [open(folder), open(folder, { ...SMALL, tail: 9, blockBytes: 200 })];
  const play = new Play(numbers(seed));
  for (let i = 0; i < 200; i++) {
    play.step(pick(play.random, both));
    for (const trial of both) play.compare(trial);
  }
  const [first] = both as [Trial, Trial];
  const altered = (fault: string): boolean => fault.includes('hash');
  expect(first.faults().filter((fault) => !altered(fault))).toEqual([]);
  first.settle();
  expect(first.faults().filter((fault) => !altered(fault))).toEqual([]);
  for (let i = 0; i < 50; i++) for (const trial of both) play.compare(trial);
});
